import { stripVTControlCharacters } from 'node:util'
import type { Tally } from './steps.ts'
import { fullNameOf, type TestRun } from './test-run.ts'

/** A test runner that has ended. */
export interface Ended {
  /** Undefined when it wrote no report. */
  run: TestRun | undefined
  code: number
  output: string
}

/** Counts what a runner reported. One that wrote no report, or ended badly without a failure to show for it, is a failure of its own. */
export function tallyOf(name: string, { run, code, output }: Ended): Tally {
  const { tests, errors } = run ?? { tests: [], errors: [] }
  const failed = tests.filter(({ status }) => status === 'failed')
  const failures = [...failed.map((test) => ({ name: fullNameOf(test), message: test.message })), ...errors]
  const fault =
    run === undefined
      ? `${name} wrote no report and ended with code ${code}.`
      : code !== 0 && failures.length === 0
        ? `${name} ended with code ${code}.`
        : null
  const message = `${fault}\n${stripVTControlCharacters(output).slice(-2000)}`
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status === 'skipped').length,
    tests,
    failures: fault === null ? failures : [...failures, { name, message }],
  }
}
