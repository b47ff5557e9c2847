import { type Ended, tallyOf } from './reports.ts'
import type { Failure } from './steps.ts'
import { fullNameOf } from './test-run.ts'

/** Every attack that the product is meant to stand: the ids of its rows in docs/security.md, which rules and tests cite. */
export const SECURITY_ROWS: readonly string[] = [
  ...numbered('AU', 18),
  ...numbered('PS', 5),
  ...numbered('SE', 13),
  ...numbered('EN', 4),
  ...numbered('RL', 13),
  ...numbered('IN', 11),
  ...['IN13', 'IN14', 'IN15', 'IN16', 'IN17', 'IN18', 'IN19'],
  ...numbered('AC', 7),
  ...numbered('WB', 10),
  ...numbered('IJ', 4),
  ...['OP1', 'OP2', 'OP3', 'OP4', 'OP5', 'OP6', 'OP7', 'OP8', 'OP9', 'OP10', 'OP11', 'OP12'],
  'DP1',
]

function numbered(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${group}${index + 1}`)
}

/** What became of a row. */
export interface RowOutcome {
  row: string
  passed: number
  /** Empty when the row holds. */
  failures: { name: string; message: string }[]
  /** What was measured, each figure once. */
  measured: string[]
}

/** What a test runner says of each row; a row that none of its tests attacks has failed, and so have all when the runner broke. */
export function outcomes(rows: readonly string[], runners: readonly Ended[]): RowOutcome[] {
  const tests = runners.flatMap(({ run }) => run?.tests ?? []).filter(({ status }) => status !== 'skipped')
  const broken = runners.flatMap(brokenRunner)
  return rows.map((row) => {
    const own = tests.filter((test) => fullNameOf(test).includes(`[REL-${row}]`))
    const failed = own.filter(({ status }) => status === 'failed')
    const missing = own.length === 0 ? [{ name: row, message: 'No test attacks this row.' }] : []
    return {
      row,
      passed: own.length - failed.length,
      failures: [...failed.map((test) => ({ name: fullNameOf(test), message: test.message })), ...broken, ...missing],
      measured: [...new Set(own.flatMap(({ measured }) => measured ?? []))],
    }
  })
}

/** What went wrong outside of the tests. */
function brokenRunner(ended: Ended): Failure[] {
  const { failures } = tallyOf('the test runner', ended)
  const ofTests = ended.run?.tests.filter(({ status }) => status === 'failed').length ?? 0
  return failures.slice(ofTests)
}

/** A line, or several, for a row: whether it holds, by how many tests, and what they measured. */
export function describeOutcome({ row, passed, failures, measured }: RowOutcome): string {
  const verdict = failures.length > 0 ? 'FAIL' : 'ok  '
  const count = `${passed} of ${passed + failures.length} tests`
  return [`${verdict} ${row.padEnd(5)} ${count}`, ...measured.map((text) => `           ${text}`)].join('\n')
}
