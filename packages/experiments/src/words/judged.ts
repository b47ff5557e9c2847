import {
  isAboutRequests,
  OBJECTIVE_METRICS,
  type Objective,
  type Verdict,
  type VerdictResult,
} from '@plimsoll/event-engine'
import type { Spread } from '@plimsoll/simulation'
import { describeObjective } from '../design/objectives.ts'
import { describeInterval } from './interval.ts'
import { formatNumber, formatShare } from './numbers.ts'

/** What became of an objective in either engine; the live one assumes none and serves all or fails. */
export type Judged = Objective &
  Pick<Verdict, 'result' | 'margin'> & { readonly measured: Spread | null } & Partial<
    Pick<Verdict, 'isAssumed' | 'servedShare' | 'unmeasured'>
  >

/** What became of all of them; null: there is none. */
export function worstOf(judged: readonly Pick<Verdict, 'result'>[]): VerdictResult | null {
  const found = (['fail', 'undecided', 'pass'] as const).find((result) => judged.some((one) => one.result === result))
  return found ?? null
}

/** `errorRate < 1 % (assumed)`. */
export const describeJudged = (judged: Judged): string =>
  `${describeObjective(judged)}${judged.isAssumed ? ' (assumed)' : ''}`

/** `240 ms ± 3, 10 to spare` or `240 ms (230 to 251), 10 to spare; met by the 48 % that were served`. */
export function describeMeasured(judged: Judged): string {
  const { metric, measured, margin, result, servedShare = null } = judged
  const of = servedShare === null ? '' : `; met by the ${servedWords(metric, servedShare)}`
  if (measured === null) return `${describeUnmeasured(judged)}${of}`
  const interval = describeInterval(measured)
  const spread = interval === '' ? '' : interval.startsWith('±') ? ` ${interval}` : ` (${interval})`
  const isTold = margin !== null && result !== 'undecided'
  const by = isTold ? `, ${formatNumber(Math.abs(margin))} ${margin < 0 ? 'beyond' : 'to spare'}` : ''
  return `${formatNumber(measured.mean)} ${OBJECTIVE_METRICS[metric].unit}${spread}${by}${of}`
}

/** `48 % that were served`. */
export const servedWords = (metric: Objective['metric'], share: number): string =>
  `${formatShare(share)} that were ${isAboutRequests(metric) ? 'served' : 'processed'}`

function describeUnmeasured({ comparison, result, unmeasured = 'none' }: Judged): string {
  if (unmeasured === 'unsteady') return 'no steady state'
  if (result === 'undecided') return 'not known yet'
  if (unmeasured !== 'short') return 'not measured'
  const isBelow = comparison.startsWith('<') === (result === 'pass')
  return `certainly ${isBelow ? 'below' : 'above'}; value not known yet`
}

/** A result in a line of the terminal, and in a table. */
export const RESULT_WORDS: Readonly<Record<VerdictResult, string>> = {
  pass: 'met',
  fail: 'MISSED',
  undecided: 'UNDECIDED',
}
