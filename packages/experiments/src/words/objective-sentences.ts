import { OBJECTIVE_METRICS, type Verdict, type VerdictResult } from '@plimsoll/event-engine'
import { describeJudged, describeMeasured, servedWords } from './judged.ts'
import { formatNumber } from './numbers.ts'
import type { Sentence } from './verdict.ts'

const ENDINGS: Readonly<Record<VerdictResult, string>> = {
  pass: 'is met',
  fail: 'is missed',
  undecided: 'cannot be decided yet',
}
const TONES: Readonly<Record<VerdictResult, Sentence['tone']>> = { pass: 'good', fail: 'bad', undecided: 'unsure' }

/** Of each objective what became of it, how far the figure is from the limit, and how sure that is. */
export const objectiveSentences = (objectives: readonly Verdict[]): readonly Sentence[] =>
  objectives.map((one) => ({
    text: `${describeJudged(one)} ${ENDINGS[one.result]}: ${foundOf(one)}.`,
    tone: TONES[one.result],
  }))

function foundOf(verdict: Verdict): string {
  const { measured, metric, margin, result, servedShare } = verdict
  if (measured === null) return describeMeasured(verdict)
  const { mean, lower, upper } = measured
  const { unit } = OBJECTIVE_METRICS[metric]
  const by =
    margin === null || result === 'undecided'
      ? ''
      : `, ${formatNumber(Math.abs(margin))} ${unit === '%' ? 'percentage points' : unit} ${margin < 0 ? 'beyond the limit' : 'to spare'}`
  const between =
    lower === null || upper === null
      ? 'one run has no interval'
      : `its 95 % interval is ${formatNumber(lower)} to ${formatNumber(upper)} ${unit}`
  const of = servedShare === null ? '' : `; it is about the ${servedWords(metric, servedShare)}`
  return `${formatNumber(mean)} ${unit}${by}; ${between}${of}`
}
