import { finishRates } from './finish-rates.ts'
import type { RunSnapshot } from './snapshot.ts'

/** A run at one moment. The rates are those since the point before it, the others as they were then. */
export interface HistoryPoint {
  /** Simulated seconds since Start. */
  readonly time: number
  /** Completed requests per second. */
  readonly throughput: number
  /** Mean over the kept completed requests, in ms. */
  readonly responseTime: number
  readonly active: number
  /** Since Start. */
  readonly completed: number
  readonly failed: number
  /** Percent of the requests that finished. */
  readonly errorRate: number
}

export type HistorySource = Pick<
  RunSnapshot,
  'elapsedTime' | 'averageResponseTime' | 'activeRequests' | 'completedRequests' | 'failedRequests'
>

export interface RunHistory {
  /** Whether a point is due at so many simulated ms. */
  isDue(elapsedTime: number): boolean
  /** Takes a point where one is due; gives back whether it did. */
  note(snapshot: HistorySource): boolean
  /** Oldest first; the same array until the next point. */
  points(): readonly HistoryPoint[]
}

export const HISTORY = { points: 600, everyMs: 1000 } as const

/**
 * A run over time, in bounded room: a point for each simulated second, at most 600. When they are all taken, every other one goes
 * and a point comes half as often from then on. A snapshot that comes late gives a point at its own time.
 */
export function createRunHistory(): RunHistory {
  let points: readonly HistoryPoint[] = []
  let everyMs: number = HISTORY.everyMs
  let dueMs = everyMs
  const isDue = (elapsedTime: number): boolean => elapsedTime >= dueMs

  return {
    isDue,
    note(snapshot) {
      if (!isDue(snapshot.elapsedTime)) return false
      points = [...points, pointAfter(points.at(-1), snapshot)]
      if (points.length === HISTORY.points) {
        points = thinned(points)
        everyMs *= 2
      }
      dueMs = (Math.floor(snapshot.elapsedTime / everyMs) + 1) * everyMs
      return true
    },
    points: () => points,
  }
}

const START = { time: 0, completed: 0, failed: 0 } as const
type Counts = Pick<HistoryPoint, keyof typeof START>

function pointAfter(before: Counts = START, snapshot: HistorySource): HistoryPoint {
  const { elapsedTime, averageResponseTime, activeRequests, completedRequests, failedRequests } = snapshot
  const counts = { time: elapsedTime / 1000, completed: completedRequests, failed: failedRequests }
  return { ...counts, responseTime: averageResponseTime, active: activeRequests, ...ratesBetween(before, counts) }
}

function ratesBetween(before: Counts, now: Counts): Pick<HistoryPoint, 'throughput' | 'errorRate'> {
  const completed = now.completed - before.completed
  const { errorRate } = finishRates({ completed, failed: now.failed - before.failed })
  return { throughput: Math.round((100 * completed) / (now.time - before.time)) / 100, errorRate }
}

/** Every second point, with its rates over twice the time. */
function thinned(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  return points
    .filter((_, index) => index % 2 === 1)
    .map((point, index, kept) => ({ ...point, ...ratesBetween(kept[index - 1] ?? START, point) }))
}
