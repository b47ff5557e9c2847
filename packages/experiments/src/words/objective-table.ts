import { describeJudged, describeMeasured, type Judged, RESULT_WORDS } from './judged.ts'
import type { Table } from './page.ts'

export const objectiveTable = (objectives: readonly Judged[]): Table => ({
  title: 'Objectives',
  head: ['Objective', 'Result', 'Measured'],
  rows: objectives.map((one) => [
    describeJudged(one),
    { text: RESULT_WORDS[one.result].toLowerCase(), result: one.result },
    describeMeasured(one),
  ]),
})
