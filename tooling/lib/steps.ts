import { availableParallelism } from 'node:os'
import type { TestOutcome } from './test-run.ts'

export interface Failure {
  name: string
  message: string
}

/** What a step counted. */
export interface Tally {
  passed: number
  skipped: number
  failures: readonly Failure[]
  /** What a test runner ran; absent for a check. */
  tests?: readonly TestOutcome[]
}

export interface Step {
  name: string
  run: () => Promise<Tally>
}

/** A step that counts as one test: it fails with the text that `findFaults` returns, and passes when that is empty. */
export const check = (name: string, findFaults: () => Promise<string>): Step => ({
  name,
  run: async () => {
    const faults = (await findFaults()).trim()
    return faults
      ? { passed: 0, skipped: 0, failures: [{ name, message: faults }] }
      : { passed: 1, skipped: 0, failures: [] }
  },
})

/** Runs every step, failed or not, as many at a time as there are cores; prints a timed line as each ends. */
export async function runChecks(steps: readonly Step[], workers = availableParallelism()): Promise<Tally[]> {
  const waiting = [...steps]
  const tallies: Tally[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) tallies.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return tallies
}

/** Runs one step; a step that throws has failed, and so has one that counted nothing. */
export async function runStep(step: Step): Promise<Tally> {
  const started = performance.now()
  const tally = await tallyOf(step)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = tally.passed + tally.failures.length === 1 ? '' : countsOf(tally)
  console.log(
    `${tally.failures.length ? '  FAIL' : '  ok  '} ${step.name.padEnd(34)} ${seconds.padStart(6)} s  ${counts}`.trimEnd(),
  )
  return tally
}

async function tallyOf(step: Step): Promise<Tally> {
  try {
    const tally = await step.run()
    if (tally.passed + tally.failures.length > 0) return tally
    return { ...tally, failures: [{ name: step.name, message: 'No test was run.' }] }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { passed: 0, skipped: 0, failures: [{ name: step.name, message }] }
  }
}

const countsOf = ({ passed, skipped, failures }: Tally) =>
  `${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`

/** Prints every failure and, as the last line, the counts; sets the exit code. */
export function summarize(tallies: readonly Tally[]): void {
  const failures = tallies.flatMap((tally) => tally.failures)
  const sum = (key: 'passed' | 'skipped') => tallies.reduce((total, tally) => total + tally[key], 0)
  if (failures.length) console.log('\nFailures')
  for (const { name, message } of failures) console.log(`\n✗ ${name}\n${message.replace(/^/gm, '    ')}`)
  if (sum('skipped')) console.log(`\n${sum('skipped')} skipped`)
  console.log(`\n${sum('passed')} passed, ${failures.length} failed`)
  process.exitCode = failures.length ? 1 : 0
}
