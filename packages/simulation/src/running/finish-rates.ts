import type { MetricSample } from './snapshot.ts'

/** Samples that the requests per second are computed from. */
export const RATE_SAMPLES = 10

/** Shares of the finished requests in percent, rounded to two decimals; both 0 when none has finished. */
export function finishRates({ completed, failed }: { completed: number; failed: number }): {
  successRate: number
  errorRate: number
} {
  const finished = completed + failed
  if (finished === 0) return { successRate: 0, errorRate: 0 }
  const successRate = round2((100 * completed) / finished)
  return { successRate, errorRate: round2(100 - successRate) }
}

/** Completed requests per second between the first and the last of so many last samples; 0 with fewer than two. */
export function requestsPerSecond(samples: readonly MetricSample[], most: number = RATE_SAMPLES): number {
  const window = samples.slice(-most)
  const first = window[0]
  const last = window.at(-1)
  if (first === undefined || last === undefined || last.timestamp <= first.timestamp) return 0
  return (last.completedRequestCount - first.completedRequestCount) / ((last.timestamp - first.timestamp) / 1000)
}

const round2 = (value: number): number => Math.round(value * 100) / 100
