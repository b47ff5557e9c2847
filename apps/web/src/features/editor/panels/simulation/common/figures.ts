import type { RunSnapshot } from '@plimsoll/simulation'
/** A number as it is read, and its unit, which is set in a lighter tone; in parts for times of more than a minute. */
export type FigureText = readonly { readonly value: string; readonly unit: string }[]

export interface FigureDefinition {
  readonly name: string
  readonly read: (snapshot: Snapshot) => FigureText
}

type Snapshot = Pick<
  RunSnapshot,
  | 'elapsedTime'
  | 'averageResponseTime'
  | 'averageRequestSize'
  | 'activeRequests'
  | 'completedRequests'
  | 'failedRequests'
  | 'successRate'
  | 'errorRate'
  | 'requestsPerSecond'
>

/** What the figures show while there is no run. */
const NOTHING: Snapshot = {
  elapsedTime: 0,
  averageResponseTime: 0,
  averageRequestSize: 0,
  activeRequests: 0,
  completedRequests: 0,
  failedRequests: 0,
  successRate: 0,
  errorRate: 0,
  requestsPerSecond: 0,
}

/** The two that are looked at most, set larger. */
export const HEADLINES: readonly FigureDefinition[] = [
  { name: 'Requests per second', read: (s) => [{ value: short(s.requestsPerSecond), unit: 'rps' }] },
  { name: 'Average response time', read: (s) => [{ value: short(s.averageResponseTime), unit: 'ms' }] },
]

export const FIGURES: readonly FigureDefinition[] = [
  { name: 'Elapsed time', read: (s) => duration(s.elapsedTime) },
  { name: 'Active requests', read: (s) => [{ value: decimals(s.activeRequests, 0), unit: '' }] },
  { name: 'Completed requests', read: (s) => [{ value: decimals(s.completedRequests, 0), unit: '' }] },
  { name: 'Failed requests', read: (s) => [{ value: decimals(s.failedRequests, 0), unit: '' }] },
  { name: 'Success rate', read: (s) => [{ value: decimals(s.successRate, 2), unit: '%' }] },
  { name: 'Error rate', read: (s) => [{ value: decimals(s.errorRate, 2), unit: '%' }] },
  { name: 'Average request size', read: (s) => [{ value: decimals(s.averageRequestSize, 2), unit: 'KB' }] },
]

export const figureText = ({ read }: FigureDefinition, snapshot: RunSnapshot | null): FigureText =>
  read(snapshot ?? NOTHING)

/** Utilization or share, 0 to 1, as a percentage. */
export const percent = (share: number, places = 0): string => `${decimals(share * 100, places)} %`

export const seconds = (ms: number): string => `${decimals(ms / 1000, 1)} s`

function duration(ms: number): FigureText {
  const minutes = Math.floor(ms / 60_000)
  if (minutes === 0) return [{ value: decimals(ms / 1000, 1), unit: 's' }]
  const rest = ((ms % 60_000) / 1000).toFixed(1).padStart(4, '0')
  return [
    { value: decimals(minutes, 0), unit: 'min' },
    { value: rest, unit: 's' },
  ]
}

const formats = [0, 1, 2].map(
  (places) => new Intl.NumberFormat('en-US', { minimumFractionDigits: places, maximumFractionDigits: places }),
)

/** With a decimal below a thousand, where it still tells something. */
export const short = (value: number): string => decimals(value, value < 1000 ? 1 : 0)

export const decimals = (value: number, places: number): string => formats[places]?.format(value) ?? String(value)
