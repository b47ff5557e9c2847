import { parseArgs } from 'node:util'
import { stopTogether } from '../lib/process.ts'
import { withExitCode } from '../lib/reports.ts'
import { describeOutcome, outcomes, vitestAttacks } from '../lib/security-report.ts'
import { summarize } from '../lib/steps.ts'
import { runVitest } from '../lib/suites.ts'

const ROWS = ['SI2', 'SI3', 'SI4']

stopTogether()
const { size, seed } = readOptions()
const { report, code, output } = await runVitest(['--project=unit', 'packages/simulation/test/robustness/'], {
  ATTACKS: size,
  ATTACK_SEED: seed,
})
const results = outcomes(ROWS, vitestAttacks(report))
console.log(`\nThe live engine at ${size} size, from seed ${seed}\n`)
for (const outcome of results) console.log(describeOutcome(outcome))
const failures = results.flatMap((outcome) => outcome.failures)
const passed = results.filter((outcome) => outcome.failures.length === 0).length
summarize([withExitCode({ passed, skipped: 0, failures }, { name: 'vitest', code, output })])

function readOptions() {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, size: { type: 'string', default: 'full' } },
  })
  if (!['small', 'full'].includes(values.size)) fail('--size is small or full.')
  if (!/^\d{1,9}$/.test(values.seed)) fail('--seed is a whole number.')
  return values
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
