import { describeJudged, describeMeasured, escapeMarkup, type Judged } from '@plimsoll/experiments'

interface Tested {
  /** What the flow is called. */
  readonly name: string
  readonly objectives: readonly Judged[]
  /** Why the engine gave up, or why nothing was measured; null: neither. */
  readonly error: { readonly type: string; readonly message: string } | null
  readonly properties: Readonly<Record<string, string | number>>
}

/** The property of a run that `--budget` ended. */
export const BY_THE_CLOCK = { ended: 'by the clock' } as const

const WHY = { fail: 'missed', undecided: 'undecided' } as const

export const toJunit = ({ name, objectives, error, properties }: Tested): string =>
  writeJunit({
    command: 'simulate',
    name,
    properties,
    tests: [
      {
        name: 'the simulation runs to its end',
        problem: error && { kind: 'error', ...error },
      },
      ...objectives.map((one) => ({ name: describeJudged(one), problem: problemOf(one) })),
    ],
  })

interface Written {
  /** Of the terminal. */
  readonly command: string
  /** What the flow is called. */
  readonly name: string
  readonly properties: Readonly<Record<string, string | number>>
  readonly tests: readonly Test[]
}

export interface Test {
  readonly name: string
  /** Null: it passes. */
  readonly problem: { readonly kind: 'error' | 'failure'; readonly type: string; readonly message: string } | null
}

/**
 * JUnit XML by the schema of Jenkins (junit-10.xsd), which GitLab, GitHub's actions and Azure read, too. Times are 0, so that the same
 * run gives the same bytes.
 */
export function writeJunit({ command, name, properties, tests }: Written): string {
  const having = (kind: 'error' | 'failure') => tests.filter(({ problem }) => problem?.kind === kind).length
  const counts = { tests: tests.length, failures: having('failure'), errors: having('error'), time: 0 }
  const testcase = ({ name: title, problem }: Test) => {
    const head = `    <testcase ${attributes({ name: title, classname: name, time: 0 })}`
    if (problem === null) return `${head}/>`
    const { kind, type, message } = problem
    const body = kind === 'error' ? '/>' : `>${escapeMarkup(message)}</failure>`
    return `${head}>\n      <${kind} ${attributes({ type, message })}${body}\n    </testcase>`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: `plimsoll ${command}`, ...counts })}>`,
    `  <testsuite ${attributes({ name, ...counts, skipped: 0 })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([key, value]) => `      <property ${attributes({ name: key, value })}/>`),
    '    </properties>',
    ...tests.map(testcase),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

export function problemOf(verdict: Judged): Test['problem'] {
  if (verdict.result === 'pass') return null
  const type = WHY[verdict.result]
  return { kind: 'failure', type, message: `${describeJudged(verdict)} is ${type}: ${describeMeasured(verdict)}` }
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value))}"`)
    .join(' ')
