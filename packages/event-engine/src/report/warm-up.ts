import type { RunOutcome } from '../outcome.ts'

/** Spans that are taken together, so that single ones decide nothing. */
const BATCH = 5

/**
 * How many of the first values to leave out so that the others give their mean best: the least marginal standard error (MSER-5,
 * White 1997). Null where that lies in the second half, which shows that the values do not settle, and for fewer than four batches.
 */
export function settledAfter(values: readonly number[]): number | null {
  const batches = Array.from({ length: Math.floor(values.length / BATCH) }, (_, index) =>
    meanOf(values.slice(index * BATCH, (index + 1) * BATCH)),
  )
  if (batches.length < 4) return null
  let best = { cut: 0, error: Number.POSITIVE_INFINITY }
  let sum = 0
  let squares = 0
  // From the end, so that each sum goes on from the one before. The last batches alone would seem to have no spread.
  for (let cut = batches.length - 1; cut >= 0; cut -= 1) {
    const value = batches[cut] as number
    const left = batches.length - cut
    sum += value
    squares += value * value
    const error = (squares - (sum * sum) / left) / (left * left)
    if (left > BATCH && error <= best.error) best = { cut, error }
  }
  return best.cut * 2 >= batches.length ? null : best.cut * BATCH
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The same in simulated ms, of what several runs of one length show together. */
export function settledAfterMs(outcomes: readonly RunOutcome[]): number | null {
  const means = spanMeans(outcomes)
  const settled = means.every(Number.isFinite) ? settledAfter(means) : null
  return settled === null ? null : settled * (outcomes[0]?.series.spanMs ?? 0)
}

/** How far the mean response between two times is from that of all that comes later, as a share of it; 0 where it is not known. */
export function beginningBias(outcomes: readonly RunOutcome[], { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const spanMs = outcomes[0]?.series.spanMs ?? 1
  const means = spanMeans(outcomes)
  const begin = means.slice(Math.round(fromMs / spanMs), Math.round(toMs / spanMs))
  const later = means.slice(Math.round(toMs / spanMs))
  const bias = meanOf(begin) / meanOf(later) - 1
  return Number.isFinite(bias) ? bias : 0
}

/** Mean response of what was completed in each span. */
function spanMeans(outcomes: readonly RunOutcome[]): readonly number[] {
  const all = outcomes.map(({ series }) => series)
  const spans = Math.min(...all.map(({ completed }) => completed.length))
  return Array.from({ length: spans }, (_, span) => {
    const sum = (of: 'responseMsSum' | 'completed') => all.reduce((total, series) => total + (series[of][span] ?? 0), 0)
    return sum('responseMsSum') / sum('completed')
  })
}
