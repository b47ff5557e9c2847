import { type Engine, finishRates, type RunSnapshot, type WindowFigures } from '@plimsoll/simulation'
import { decimals, short } from '../../../../../shared/text/number-text.ts'
/** A number as it is read, and its unit, which is set in a lighter tone; in parts for times of more than a minute. */
export type FigureText = readonly { readonly value: string; readonly unit: string }[]

export interface FigureDefinition {
  readonly name: string
  /** What the figure is of: which time, or which requests. */
  readonly window: (engine: Engine) => string
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

function sinceStart(): string {
  return 'since Start'
}

/** Ticks keep so many requests for their averages. */
function ofAverages(engine: Engine): string {
  return engine === 'live' ? 'last 1,000' : sinceStart()
}

/** The two that are looked at most, set larger. */
export const HEADLINES: readonly FigureDefinition[] = [
  {
    name: 'Requests per second',
    window: () => 'last second',
    read: (s) => [{ value: short(s.requestsPerSecond), unit: 'rps' }],
  },
  {
    name: 'Average response time',
    window: ofAverages,
    read: (s) => [{ value: short(s.averageResponseTime), unit: 'ms' }],
  },
]

export const FIGURES: readonly FigureDefinition[] = [
  { name: 'Elapsed time', window: () => '', read: (s) => duration(s.elapsedTime) },
  { name: 'Active requests', window: () => 'now', read: (s) => [{ value: decimals(s.activeRequests, 0), unit: '' }] },
  {
    name: 'Completed requests',
    window: sinceStart,
    read: (s) => [{ value: decimals(s.completedRequests, 0), unit: '' }],
  },
  { name: 'Failed requests', window: sinceStart, read: (s) => [{ value: decimals(s.failedRequests, 0), unit: '' }] },
  { name: 'Success rate', window: sinceStart, read: (s) => [{ value: decimals(s.successRate, 2), unit: '%' }] },
  { name: 'Error rate', window: sinceStart, read: (s) => [{ value: decimals(s.errorRate, 2), unit: '%' }] },
  {
    name: 'Average request size',
    window: ofAverages,
    read: (s) => [{ value: decimals(s.averageRequestSize, 2), unit: 'KB' }],
  },
]

export const figureText = ({ read }: FigureDefinition, snapshot: RunSnapshot | null): FigureText =>
  read(snapshot ?? NOTHING)

/** What is shown of the last ten seconds and since Start, side by side. */
export const WINDOW_FIGURES: readonly {
  readonly name: string
  readonly read: (figures: WindowFigures) => FigureText
}[] = [
  { name: 'Offered', read: (w) => [{ value: perSecond(w.offered, w), unit: 'rps' }] },
  { name: 'Completed', read: (w) => [{ value: perSecond(w.completed, w), unit: 'rps' }] },
  { name: 'Success', read: (w) => [{ value: rate(w, 'successRate'), unit: '%' }] },
  { name: 'Errors', read: (w) => [{ value: rate(w, 'errorRate'), unit: '%' }] },
  { name: 'Mean', read: (w) => [{ value: milliseconds(w.mean), unit: 'ms' }] },
  { name: 'p50', read: (w) => [{ value: milliseconds(w.p50), unit: 'ms' }] },
  { name: 'p95', read: (w) => [{ value: milliseconds(w.p95), unit: 'ms' }] },
  { name: 'p99', read: (w) => [{ value: milliseconds(w.p99), unit: 'ms' }] },
]

/** Where there is no value. */
const NONE = '–'

const perSecond = (count: number, { spanMs }: WindowFigures): string =>
  spanMs > 0 ? short((count / spanMs) * 1000) : NONE

const rate = (figures: WindowFigures, of: 'successRate' | 'errorRate'): string =>
  figures.completed + figures.failed > 0 ? decimals(finishRates(figures)[of], 2) : NONE

const milliseconds = (ms: number | null): string => (ms === null ? NONE : short(ms))

export const seconds = (ms: number): string => `${decimals(ms / 1000, 1)} s`

function duration(ms: number): FigureText {
  const tenths = Math.round(ms / 100)
  const minutes = Math.floor(tenths / 600)
  if (minutes === 0) return [{ value: decimals(tenths / 10, 1), unit: 's' }]
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  return [
    { value: decimals(minutes, 0), unit: 'min' },
    { value: rest, unit: 's' },
  ]
}
