import { isSameDesign, type SavedList } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'
import type { Question } from './predicted.ts'

/** What is saved in the flow for questions makes no difference to another one. */
const OWN_LIST: Partial<Readonly<Record<Question, SavedList>>> = { compare: 'compare', sweep: 'sweep' }
const LISTS: readonly SavedList[] = ['compare', 'sweep']

/** Whether what was simulated is not the design as it is now. */
export const isStale = (simulated: Flow, now: Flow, question: Question | null = null): boolean =>
  !isSameDesign(
    simulated,
    now,
    LISTS.filter((one) => question === null || one !== OWN_LIST[question]),
  )
