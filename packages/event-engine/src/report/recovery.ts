import { type Histogram, mergeHistograms, quantileOf } from '../measure/histogram.ts'
import type { RunOutcome } from '../outcome.ts'

/*
 * After something that disturbed the run and ended, the time until p95 and the error rate are back, by one rule.
 *
 * The level before is that of the spans of the series, pooled over the replications, which lie between the warm-up, or what disturbed
 * the run before and its recovery, and the beginning. Its band reaches up to three standard deviations of those spans above their mean
 * (Shewhart's control limits), 10 % of p95 and 1 % of the requests at least. Afterwards a span is out of it where its p95 or its share
 * of failures is above, or where requests arrived and none ended. The system has recovered at the end of the last two such spans in
 * a row, what goes before counting as one; a single span later is taken for chance. Spans count until the next beginning.
 */

/** What disturbs a run, ms since its start; `toMs` null: to the end. */
export interface Episode {
  readonly fromMs: number
  readonly toMs: number | null
}

export interface Recovery {
  /** From its end until p95 and the error rate were back; to a span of the series. Null: see `unrecovered`. */
  readonly recoveryMs: number | null
  /**
   * Why there is no such time. `lasts`: it does not end; `overlap`: another begins before it ends, or goes on when it begins; `before`:
   * too few spans to compare with lie before it; `after`: too few lie after it; `worse`: not back when the spans end.
   */
  readonly unrecovered: 'lasts' | 'overlap' | 'before' | 'after' | 'worse' | null
}

/** Spans before that make a level, and after that can show a recovery. */
const LEAST_BEFORE = 5
const LEAST_AFTER = 2
const DEVIATIONS = 3
const LEAST_BAND = { p95: 0.1, failures: 0.01 } as const

interface Span {
  readonly fromMs: number
  readonly toMs: number
  /** Null: no request completed. */
  readonly p95: number | null
  /** Of the requests that ended. Null: none did. */
  readonly failures: number | null
  readonly arrived: number
}

/** Of episodes in the order of their beginnings. */
export function recoveriesOf(
  episodes: readonly Episode[],
  warmUpMs: number,
  outcomes: readonly RunOutcome[],
): readonly Recovery[] {
  const spans = spansOf(outcomes)
  const found: Recovery[] = []
  for (const [index, episode] of episodes.entries()) {
    const earlier = episodes.slice(0, index).map((one, other) => quietFrom(one, found[other] as Recovery))
    const nextMs = episodes[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY
    found.push(recoveryOf(episode, { spans, nextMs, quietMs: Math.max(0, ...earlier), warmUpMs }))
  }
  return found
}

/** When the run is as usual after something; Infinity: not until the end. What does not end is usual once it has begun. */
function quietFrom({ fromMs, toMs }: Episode, { recoveryMs, unrecovered }: Recovery): number {
  if (toMs === null) return fromMs
  return unrecovered === 'worse' ? Number.POSITIVE_INFINITY : toMs + (recoveryMs ?? 0)
}

const none = (unrecovered: NonNullable<Recovery['unrecovered']>): Recovery => ({ recoveryMs: null, unrecovered })

interface Surroundings {
  readonly spans: readonly Span[]
  /** When the next episode begins, and since when what came before is over. */
  readonly nextMs: number
  readonly quietMs: number
  readonly warmUpMs: number
}

function recoveryOf({ fromMs, toMs }: Episode, { spans, nextMs, quietMs, warmUpMs }: Surroundings): Recovery {
  if (toMs === null) return none('lasts')
  if (nextMs < toMs || (quietMs > fromMs && Number.isFinite(quietMs))) return none('overlap')
  const usualMs = Math.max(quietMs, warmUpMs)
  const before = spans.filter((span) => span.fromMs >= usualMs && span.toMs <= fromMs)
  if (before.length < LEAST_BEFORE) return none('before')
  const after = spans.filter((span) => span.fromMs >= toMs && span.toMs <= nextMs)
  if (after.length < LEAST_AFTER) return none('after')
  const p95 = limitOf(before, 'p95')
  const failures = limitOf(before, 'failures')
  const isOut = (span: Span) =>
    (span.p95 ?? 0) > p95 || (span.failures ?? 0) > failures || (span.arrived > 0 && span.failures === null)
  const last = after.findLastIndex((span, index) => isOut(span) && (index === 0 || isOut(after[index - 1] as Span)))
  if (last === after.length - 1) return none('worse')
  return { recoveryMs: last < 0 ? 0 : (after[last] as Span).toMs - toMs, unrecovered: null }
}

/** The upper end of the band of some spans. */
function limitOf(spans: readonly Span[], of: 'p95' | 'failures'): number {
  const values = spans.flatMap((span) => span[of] ?? [])
  if (values.length === 0) return Number.POSITIVE_INFINITY
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  const least = of === 'p95' ? LEAST_BAND.p95 * mean : LEAST_BAND.failures
  return mean + Math.max(least, DEVIATIONS * Math.sqrt(variance))
}

/** The whole spans of the series, all replications together. */
function spansOf(outcomes: readonly RunOutcome[]): readonly Span[] {
  const all = outcomes.map(({ series }) => series)
  const spanMs = all[0]?.spanMs ?? 1
  const count = Math.min(...all.map(({ arrived }) => arrived.length))
  return Array.from({ length: count }, (_, index) => {
    const total = (of: 'arrived' | 'completed' | 'failed') => all.reduce((sum, one) => sum + (one[of][index] ?? 0), 0)
    const responses = mergeHistograms(all.map((one) => one.responses[index] as Histogram))
    const ended = total('completed') + total('failed')
    return {
      fromMs: index * spanMs,
      toMs: (index + 1) * spanMs,
      p95: responses.count > 0 ? quantileOf(responses, 0.95) : null,
      failures: ended > 0 ? total('failed') / ended : null,
      arrived: total('arrived'),
    }
  })
}
