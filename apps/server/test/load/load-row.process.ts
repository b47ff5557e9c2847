import { LOAD_ROWS, type LoadOptions, runLoadRow } from './run-load-row.ts'

// Loads in a process of its own, which can lower its priority for good.

process.once('disconnect', () => process.exit())
process.once('message', async ({ id, ...options }: LoadOptions & { id: string }) => {
  const row = LOAD_ROWS.find((one) => one.id === id)
  if (row) {
    const failed = (error: Error) => ({ id, faults: [error.stack ?? error.message], figures: [], notes: [] })
    process.send?.(await runLoadRow(row, options).catch(failed))
  }
  process.exit()
})
