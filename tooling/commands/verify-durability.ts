import { parseArgs } from 'node:util'
import { stopTogether } from '../lib/process.ts'
import { withExitCode } from '../lib/reports.ts'
import { describeOutcome, outcomes, vitestAttacks } from '../lib/security-report.ts'
import { summarize } from '../lib/steps.ts'
import { runVitest } from '../lib/suites.ts'

const ROWS = ['DU1', 'DU2', 'DU3', 'DU4', 'DU5', 'DU8', 'DU10', 'CL5', 'LO2', 'LO6', 'OP9']
const TESTS = ['durability/', 'full-disk', 'overload'].map((name) => `apps/server/test/${name}`)

stopTogether()
const { kills, seed, size } = readOptions()
const env = { ATTACKS: size, ATTACK_SEED: seed, ...(kills && { DURABILITY_KILLS: kills }) }
const { report, code, output } = await runVitest(['--project=server', ...TESTS], env)
const results = outcomes(ROWS, vitestAttacks(report))
console.log(`\nDurability at ${size} size, seed ${seed}\n`)
for (const outcome of results) console.log(describeOutcome(outcome))

const failures = results.flatMap((outcome) => outcome.failures)
const passed = results.filter((outcome) => outcome.failures.length === 0).length
summarize([withExitCode({ passed, skipped: 0, failures }, { name: 'vitest', code, output })])

function readOptions() {
  const { values } = parseArgs({
    options: { kills: { type: 'string' }, seed: { type: 'string' }, size: { type: 'string', default: 'full' } },
  })
  if (!['small', 'full'].includes(values.size)) fail('--size is small or full.')
  for (const name of ['kills', 'seed'] as const) {
    const text = values[name]
    if (text !== undefined && !/^\d{1,10}$/.test(text)) fail(`--${name} is a whole number.`)
  }
  return { ...values, seed: values.seed ?? String(Date.now() % 2 ** 31) }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
