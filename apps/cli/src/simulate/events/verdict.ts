import type { VerdictResult } from '@plimsoll/event-engine'
import { describeJudged, describeMeasured, RESULT_WORDS, verdictSentences } from '@plimsoll/experiments'
import { clip, table, wrap } from '../layout.ts'
import type { Paint } from '../paint.ts'
import type { ReportView } from './report-view.ts'

const STYLES: Readonly<Record<VerdictResult, keyof Paint>> = { pass: 'good', fail: 'bad', undecided: 'unsure' }
const NAME = 30

/** Two or three sentences that say it all. */
export const verdict = ({ report, paint, nameOf }: ReportView): string =>
  verdictSentences(report, (part) => clip(nameOf(part), NAME))
    .map(({ text, tone }) => wrap(tone === null ? text : paint[tone](text), '  '))
    .join('\n')

export function objectiveLines({ report: { objectives }, paint }: ReportView): string {
  return table(
    objectives.flatMap((one) => {
      const [measured = '', ...further] = describeMeasured(one).split('; ')
      const first = [
        `  ${paint[STYLES[one.result]](RESULT_WORDS[one.result])}`,
        clip(describeJudged(one), NAME),
        measured,
      ]
      return [first, ...further.map((text) => ['', '', text])]
    }),
  )
}
