import { type Histogram, mergeHistograms } from '../measure/histogram.ts'
import { SLICES } from '../measure/slice-meter.ts'
import type { RunOutcome } from '../outcome.ts'
import { type Estimate, relativeHalfWidth } from './estimate.ts'
import { percentileOf, pooledMean, type Samples } from './pooled.ts'
import { relaxationSlices } from './relaxation.ts'

export const PERCENTILES = { p50: 0.5, p95: 0.95, p99: 0.99, p999: 0.999 } as const
export const RESPONSE_FIGURES = ['mean', 'p50', 'p95', 'p99', 'p999'] as const
export type ResponseFigure = (typeof RESPONSE_FIGURES)[number]

/** A run is long enough where its relaxation time is at most this share of it. */
export const STEADY = 0.03
/** How well a figure is to be known: its half-width as a share of it, and the share beyond a percentile as a share of itself. */
export interface Wanted {
  readonly precision: number
  readonly tail: number
}

/** For it to be reported, from later data. */
const TO_REPORT: Wanted = { precision: 0.2, tail: 0.5 }
/** For runs to end, however little precision is asked for: intervals from tails that are known less well are too narrow too often. */
export const TAIL_TO_END = 0.35
/** Without replications to compare: so many values beyond a percentile. */
export const LEAST_BEYOND = 10

/** A part of the time of all replications, in shares of their duration. */
interface Window {
  readonly from: number
  readonly to: number
}

/** The whole of a run but its beginning, and the two halves that a report goes by: the later one is fresh. */
const LATER = 0.5
export const WINDOWS = {
  run: { from: 0.2, to: 1 },
  old: { from: 0.1, to: LATER },
  fresh: { from: LATER, to: 1 },
} as const satisfies Record<string, Window>

/** The part of a window that is after the warm-up, a share of the duration: whole slices, the last one at least. */
export const afterWarmUp = ({ from, to }: Window, warmUp: number): Window => ({
  from: Math.max(from, Math.min(SLICES.responses - 1, Math.ceil(warmUp * SLICES.responses - 1e-9)) / SLICES.responses),
  to,
})

/** The slices of each replication, of response times or delays. */
export type SlicedSamples = readonly (readonly Histogram[])[]

/** The response times of all requests. */
export const responsesOf = (outcomes: readonly RunOutcome[]): SlicedSamples =>
  outcomes.map(({ slices }) => slices.responses)

/** The values of each replication in a part of its time. */
export const samplesIn = (replications: SlicedSamples, { from, to }: Window): Samples =>
  replications.map((slices) => mergeHistograms(slices.slice(from * SLICES.responses, to * SLICES.responses)))

/**
 * The relaxation time as a share of the duration, by what was at the stations in a part of it that begins with a fifth left out. The
 * first half has slices half as long, so that a run of twice the duration finds the same for it as this one for the whole.
 */
export function relaxationShare(outcomes: readonly RunOutcome[], { from, to }: Window): number {
  const halves = to === LATER ? 1 : 2
  const replications = outcomes.map(({ slices: { inSystemMs } }) =>
    pairsOf(inSystemMs, halves).slice((from * SLICES.inSystem) / halves, (to * SLICES.inSystem) / halves),
  )
  return relaxationSlices(replications) / (SLICES.inSystem / 2)
}

const pairsOf = (values: readonly number[], size: number): readonly number[] =>
  size === 1 ? values : values.flatMap((value, index) => (index % 2 === 1 ? [value + (values[index - 1] ?? 0)] : []))

/** Whether the runs have all of their slices: those that ended early do not. */
export const isWhole = (outcomes: readonly RunOutcome[]): boolean =>
  outcomes.every(({ slices }) => slices.responses.length === SLICES.responses)

/** The figures that some values give to what is wanted. */
export const preciselyIn = (samples: Samples, wanted: Wanted = TO_REPORT): ReadonlySet<ResponseFigure> =>
  new Set(RESPONSE_FIGURES.filter((figure) => isKnown(samples, figure, wanted)))

/** Whether the runs are long against their relaxation time. */
export const isLongEnough = (outcomes: readonly RunOutcome[], window: Window): boolean =>
  isWhole(outcomes) && relaxationShare(outcomes, window) <= STEADY

function isKnown(samples: Samples, figure: ResponseFigure, { precision, tail }: Wanted): boolean {
  if (figure === 'mean') {
    const mean = pooledMean(samples)
    return mean !== null && (samples.length === 1 || isNarrow(mean, precision))
  }
  const share = PERCENTILES[figure]
  const found = percentileOf(samples, share)
  if (found === null) return false
  if (samples.length === 1) return (samples[0]?.count ?? 0) * (1 - share) >= LEAST_BEYOND
  return isNarrow(found.interval, precision) && (figure === 'p50' || found.uncertainty <= tail)
}

const isNarrow = (interval: NonNullable<Estimate>, precision: number): boolean => {
  const relative = relativeHalfWidth(interval)
  return relative !== null && relative <= precision
}

/** Figures of the values, those that are asked for; null for the others. */
export function responseFigures(
  samples: Samples,
  asked: ReadonlySet<ResponseFigure>,
): Readonly<Record<ResponseFigure, Estimate>> {
  const percentile = (figure: keyof typeof PERCENTILES) =>
    asked.has(figure) ? (percentileOf(samples, PERCENTILES[figure])?.interval ?? null) : null
  return {
    mean: asked.has('mean') ? pooledMean(samples) : null,
    p50: percentile('p50'),
    p95: percentile('p95'),
    p99: percentile('p99'),
    p999: percentile('p999'),
  }
}

/** The figures that some values give by themselves: enough lie beyond. For parts of the requests, and runs that are not steady by plan. */
export const knownBy = (samples: Samples): ReadonlySet<ResponseFigure> =>
  new Set(
    RESPONSE_FIGURES.filter((figure) =>
      figure === 'mean' || figure === 'p50'
        ? samples.some(({ count }) => count > 0)
        : isKnown(samples, figure, { ...TO_REPORT, precision: Number.POSITIVE_INFINITY }),
    ),
  )
