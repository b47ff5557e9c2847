import { type PlaywrightReport, playwrightTests, type VitestReport } from './reports.ts'

/** Every attack that the product is meant to stand: the ids of its rows in docs/security.md, which rules and tests cite. */
export const SECURITY_ROWS: readonly string[] = [
  ...numbered('AU', 12),
  ...numbered('PS', 4),
  ...numbered('SE', 11),
  ...numbered('EN', 4),
  ...numbered('RL', 6),
  ...numbered('IN', 11),
  'IN13',
  ...numbered('AC', 4),
  ...numbered('WB', 8),
  ...numbered('IJ', 4),
  ...['OP1', 'OP2', 'OP3', 'OP6', 'OP7', 'OP9'],
  'DP1',
]

function numbered(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${group}${index + 1}`)
}

/** One test that ran, of whatever runner. */
interface Attack {
  name: string
  isPassed: boolean
  message: string
  measured: string | undefined
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

/** The tests of vitest's report that ran. */
export function vitestAttacks({ testResults }: VitestReport): Attack[] {
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages, meta }) => ({
        name: `${file} › ${fullName}`,
        isPassed: status === 'passed',
        message: (failureMessages ?? []).join('\n'),
        measured: meta?.measured,
      })),
  )
}

/** The tests of Playwright's report that ran. */
export function playwrightAttacks(report: PlaywrightReport): Attack[] {
  return playwrightTests(report)
    .filter(({ status }) => status !== 'skipped')
    .map(({ name, status, message, measured }) => ({ name, isPassed: status === 'expected', message, measured }))
}

/** What the attacks say of each row; a row that none of them attacks has failed. */
export function outcomes(rows: readonly string[], attacks: readonly Attack[]): RowOutcome[] {
  return rows.map((row) => {
    const own = attacks.filter(({ name }) => name.includes(`[REL-${row}]`))
    const failures = own.filter(({ isPassed }) => !isPassed)
    const missing = own.length === 0 ? [{ name: row, message: 'No test attacks this row.' }] : []
    return {
      row,
      passed: own.length - failures.length,
      failures: [...failures.map(({ name, message }) => ({ name, message })), ...missing],
      measured: [...new Set(own.flatMap(({ measured }) => (measured ? [measured] : [])))],
    }
  })
}

/** A line, or several, for a row: whether it holds, by how many tests, and what they measured. */
export function describeOutcome({ row, passed, failures, measured }: RowOutcome): string {
  const verdict = failures.length > 0 ? 'FAIL' : 'ok  '
  const count = `${passed} of ${passed + failures.length} tests`
  return [`${verdict} ${row.padEnd(5)} ${count}`, ...measured.map((text) => `           ${text}`)].join('\n')
}
