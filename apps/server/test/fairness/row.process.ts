import { FAIRNESS_ROWS, type RunOptions, runRow } from './run-row.ts'

// Attacks in a process of its own, which can lower its priority for good.

process.once('disconnect', () => process.exit())
process.once('message', async ({ id, ...options }: RunOptions & { id: string }) => {
  const row = FAIRNESS_ROWS.find((one) => one.id === id)
  if (row) process.send?.(await runRow(row, options))
  process.exit()
})
