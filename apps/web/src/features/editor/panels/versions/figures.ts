import type { SavedVersion } from '@plimsoll/contract'
import { formatNumber } from '@plimsoll/experiments'

export interface VersionFigure {
  readonly name: string
  /** Null: nothing was found for the version. */
  readonly of: (version: SavedVersion) => number | null
  readonly text: (value: number) => string
}

/** What Predict finds for a version. A cost of nothing is one of which no price is known. */
export const FIGURES: readonly VersionFigure[] = [
  { name: 'p99', of: ({ p99Ms }) => p99Ms, text: (ms) => `${formatNumber(ms)} ms` },
  { name: 'capacity', of: ({ capacityRps }) => capacityRps, text: (rps) => `${formatNumber(rps)} rps` },
  {
    name: 'cost',
    of: ({ costPerHour }) => costPerHour || null,
    text: (dollars) => `$${formatNumber(dollars)} an hour`,
  },
]

/** `p99 120 ms · capacity 480 rps`; empty: nothing was found. */
export const figuresText = (version: SavedVersion): string =>
  FIGURES.flatMap(({ name, of, text }) => {
    const value = of(version)
    return value === null ? [] : [`${name} ${text(value)}`]
  }).join(' · ')

interface FigurePoint {
  readonly version: number
  readonly value: number
}

/** A figure over the versions for which it was found, the oldest first. */
export const pointsOf = (versions: readonly SavedVersion[], { of }: VersionFigure): readonly FigurePoint[] =>
  versions
    .flatMap((one): FigurePoint[] => {
      const value = of(one)
      return value === null ? [] : [{ version: one.version, value }]
    })
    .toReversed()

/** A change by less than this share of the value does not fill the frame: it would look like much. */
const LEAST_SPAN = 0.1

/** The points of a line in a frame, from left to right by version; a higher value is further up. */
export function linePoints(points: readonly FigurePoint[], frame: { width: number; height: number }) {
  const versions = points.map(({ version }) => version)
  const values = points.map(({ value }) => value)
  return points.map(({ version, value }) => ({
    x: place(version, versions) * frame.width,
    y: (1 - place(value, values, LEAST_SPAN * Math.max(...values))) * frame.height,
  }))
}

/** Where a number lies among all, 0 to 1; in the middle where these are nearer to each other than the span. */
function place(value: number, all: readonly number[], leastSpan = 0): number {
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const span = Math.max(most - least, leastSpan)
  return span === 0 ? 0.5 : 0.5 + (value - (least + most) / 2) / span
}
