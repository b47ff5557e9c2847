import { describeJudged, describeMeasured, type Judged } from './objectives.ts'
import { escapeMarkup } from './page/markup.ts'

interface Tested {
  /** What the flow is called. */
  readonly name: string
  readonly objectives: readonly Judged[]
  /** Why the engine gave up; null: it did not. */
  readonly endedEarly: string | null
  readonly properties: Readonly<Record<string, string | number>>
}

const WHY = { fail: 'missed', undecided: 'undecided' } as const

/**
 * JUnit XML by the schema of Jenkins (junit-10.xsd), which GitLab, GitHub's actions and Azure read, too: a test case for the
 * simulation itself and one for each objective. Times are 0, so that the same run gives the same bytes.
 */
export function toJunit({ name, objectives, endedEarly, properties }: Tested): string {
  const failures = objectives.filter(({ result }) => result !== 'pass').length
  const counts = { tests: objectives.length + 1, failures, errors: endedEarly === null ? 0 : 1, time: 0 }
  const testcase = (title: string, problem: string) => {
    const head = `    <testcase ${attributes({ name: title, classname: name, time: 0 })}`
    return problem === '' ? `${head}/>` : `${head}>\n      ${problem}\n    </testcase>`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'plimsoll simulate', ...counts })}>`,
    `  <testsuite ${attributes({ name, ...counts, skipped: 0 })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property ${attributes({ name, value })}/>`),
    '    </properties>',
    testcase(
      'the simulation runs to its end',
      endedEarly === null ? '' : `<error ${attributes({ type: 'gave up', message: endedEarly })}/>`,
    ),
    ...objectives.map((one) => testcase(describeJudged(one), failure(one))),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function failure(verdict: Judged): string {
  if (verdict.result === 'pass') return ''
  const message = `${describeJudged(verdict)} is ${WHY[verdict.result]}: ${describeMeasured(verdict)}`
  return `<failure ${attributes({ type: WHY[verdict.result], message })}>${escapeMarkup(message)}</failure>`
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeMarkup(String(value))}"`)
    .join(' ')
