import { HOLDS, OBJECTIVE_METRICS, type Verdict, type VerdictResult } from '@plimsoll/event-engine'
import { describeJudged, describeMeasured, servedWords } from './judged.ts'
import { counted, formatNumber } from './numbers.ts'
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
  const { mean, lower, upper, count } = measured
  const { unit } = OBJECTIVE_METRICS[metric]
  const by =
    margin === null || result === 'undecided'
      ? ''
      : `, ${unit === '%' ? counted(Math.abs(margin), 'percentage point') : `${formatNumber(Math.abs(margin))} ${unit}`} ${margin < 0 ? 'beyond the limit' : 'to spare'}`
  const between =
    lower === null || upper === null
      ? count === 1
        ? '; one run has no interval'
        : ''
      : `; its 95 % interval is ${formatNumber(lower)} to ${formatNumber(upper)} ${unit}`
  const of = servedShare === null ? '' : `; it is about the ${servedWords(metric, servedShare)}`
  return `${formatNumber(mean)} ${unit}${by}${between}${of}${clearWords(verdict)}`
}

/** An interval of 95 % decides less than a reader would think: a limit is to be further away, and the runs long enough. */
function clearWords({ comparison, limit, measured, result }: Verdict): string {
  const { lower = null, upper = null } = measured ?? {}
  if (result !== 'undecided' || lower === null || upper === null) return ''
  const [one, other] = [lower, upper].map((end) => HOLDS[comparison](end, limit))
  if (one !== other) return ''
  return `; that ${one ? 'keeps' : 'misses'} the limit, but is not sure yet`
}
