import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FAIRNESS_ROWS, type RowOutcome, type RunOptions } from '../../apps/server/test/fairness/run-row.ts'
import { startPostgres } from '../../apps/server/test/support/postgres-cluster.ts'
import { ROOT, stopTogether } from '../lib/process.ts'
import { summarize } from '../lib/steps.ts'
import { readRowOptions } from '../lib/verify-rows.ts'

const PROGRAM = join(ROOT, 'apps/server/test/fairness/row.process.ts')

stopTogether()
const { only, seed, size } = readRowOptions(FAIRNESS_ROWS.map(({ id }) => id))
const postgres = await startPostgres()
console.log(`\nHonest users beside each attack at ${size} size, seed ${seed}\n`)
const outcomes: RowOutcome[] = []
for (const id of only)
  for (const postgresUrl of [undefined, postgres.url]) outcomes.push(await attack(id, { postgresUrl, size, seed }))
await postgres.stop()
summarize(
  outcomes.map(({ name, faults }) => ({
    passed: faults.length > 0 ? 0 : 1,
    skipped: 0,
    failures: faults.length > 0 ? [{ name, message: faults.join('\n') }] : [],
  })),
)

async function attack(id: string, options: RunOptions): Promise<RowOutcome> {
  const child = fork(PROGRAM, { execArgv: [] })
  const died = once(child, 'exit').then(([code]): [RowOutcome] => [
    { name: id, faults: [`The process of the attack ended with ${code}.`] },
  ])
  child.send({ id, ...options })
  const [outcome] = (await Promise.race([once(child, 'message'), died])) as [RowOutcome]
  await died
  return outcome
}
