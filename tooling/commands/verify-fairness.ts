import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FAIRNESS_ROWS, type RunOptions } from '../../apps/server/test/fairness/run-row.ts'
import { startPostgres } from '../../apps/server/test/support/postgres-cluster.ts'
import { ROOT, stopTogether } from '../lib/process.ts'
import { summarize, type Tally } from '../lib/steps.ts'
import { readRowOptions } from '../lib/verify-rows.ts'

const PROGRAM = join(ROOT, 'apps/server/test/fairness/row.process.ts')

stopTogether()
const { only, seed, size } = readRowOptions(FAIRNESS_ROWS.map(({ id }) => id))
const postgres = await startPostgres()
console.log(`\nHonest users beside each attack at ${size} size, seed ${seed}\n`)
const tallies: Tally[] = []
for (const id of only)
  for (const postgresUrl of [undefined, postgres.url]) tallies.push(await attack(id, { postgresUrl, size, seed }))
await postgres.stop()
summarize(tallies)

async function attack(id: string, options: RunOptions): Promise<Tally> {
  const child = fork(PROGRAM, { execArgv: [] })
  const died = once(child, 'exit').then(([code]): [Tally] => {
    const message = `The process of the attack ended with ${code}.`
    return [{ passed: 0, skipped: 0, failures: [{ name: id, message }] }]
  })
  child.send({ id, ...options })
  const [tally] = (await Promise.race([once(child, 'message'), died])) as [Tally]
  await died
  return tally
}
