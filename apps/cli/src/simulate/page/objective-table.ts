import type { Verdict } from '@plimsoll/event-engine'
import { describeMeasured, describeObjective, RESULT_WORDS } from '../objectives.ts'
import type { Table } from './page.ts'

export const objectiveTable = (objectives: readonly Verdict[]): Table => ({
  title: 'Objectives',
  head: ['Objective', 'Result', 'Measured'],
  rows: objectives.map((one) => [
    describeObjective(one),
    { text: RESULT_WORDS[one.result].toLowerCase(), result: one.result },
    describeMeasured(one),
  ]),
})
