import { type Histogram, mergeHistograms, quantileOf } from '../measure/histogram.ts'
import type { Model } from '../model.ts'
import type { RunOutcome, Series } from '../outcome.ts'
import { LEAST_BEYOND, PERCENTILES } from '../statistics/response-figures.ts'
import type { SeriesReport } from './report.ts'

type Counted = 'arrived' | 'completed' | 'failed' | 'attempts'

/** The runs over time, span by span, as means over all of them. */
export function seriesOf(model: Model, outcomes: readonly RunOutcome[]): SeriesReport {
  const all = outcomes.map(({ series }) => series)
  const spanMs = all[0]?.spanMs ?? 1
  // A run that was cut short has fewer spans.
  const spans = Math.min(...all.map(({ arrived }) => arrived.length))
  const rates = (of: Counted) =>
    means(
      all.map((one) => one[of]),
      spans,
    ).map((count) => rounded((count / spanMs) * 1000))
  const sums = means(
    all.map(({ responseMsSum }) => responseMsSum),
    spans,
  )
  const completed = means(
    all.map((one) => one.completed),
    spans,
  )
  const ofPart = (of: 'inSystem' | 'busy' | 'instances' | 'poolQueue', index: number) =>
    means(
      all.map((one) => one[of][index] ?? []),
      spans,
    ).map(rounded)
  const has = (of: keyof Series, index: number) =>
    all.every((one) => (one[of] as readonly unknown[])[index] !== undefined)
  return {
    times: Array.from({ length: spans }, (_, index) => rounded(((index + 1) * spanMs) / 1000)),
    offered: rates('arrived'),
    goodput: rates('completed'),
    failures: rates('failed'),
    calls: rates('attempts'),
    responseMs: sums.map((sum, index) => ((completed[index] ?? 0) > 0 ? rounded(sum / (completed[index] ?? 1)) : null)),
    ...percentilesOverTime(
      all.map(({ responses }) => responses),
      spans,
    ),
    nodes: model.nodes.flatMap(({ id, stationOf }, index) =>
      has('inSystem', index) && stationOf.some((station) => station !== null)
        ? [
            {
              id,
              inSystem: ofPart('inSystem', index),
              busy: ofPart('busy', index),
              instances: ofPart('instances', index),
            },
          ]
        : [],
    ),
    edges: model.links.flatMap(({ id, pool }, index) =>
      pool !== null && has('poolQueue', index) ? [{ id, poolQueue: ofPart('poolQueue', index) }] : [],
    ),
  }
}

/** By span, of the values of all runs in it; null where fewer than ten are beyond the percentile. */
export function percentilesOverTime(
  runs: readonly (readonly Histogram[])[],
  spans: number,
): Record<'p50' | 'p95' | 'p99', readonly (number | null)[]> {
  const pooled = Array.from({ length: spans }, (_, index) => mergeHistograms(runs.flatMap((one) => one[index] ?? [])))
  const list = (figure: 'p50' | 'p95' | 'p99') =>
    pooled.map((span) =>
      span.count * (1 - PERCENTILES[figure]) < LEAST_BEYOND ? null : rounded(quantileOf(span, PERCENTILES[figure])),
    )
  return { p50: list('p50'), p95: list('p95'), p99: list('p99') }
}

const means = (lists: readonly (readonly number[])[], spans: number): readonly number[] =>
  Array.from({ length: spans }, (_, index) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0) / lists.length)

/** A plot shows no further digits. */
export const rounded = (value: number): number => Number(value.toPrecision(6))
