import type { EventModel } from '@plimsoll/event-engine'

/** A thread that simulates fewer requests takes longer to start, and to compile what it runs, than to simulate them. */
const LEAST_REQUESTS = 250_000

/** How many of the threads are worth starting for so many runs of a duration. */
export function usefulThreads(
  { sources }: EventModel,
  { threads, runs, durationMs }: { readonly threads: number; readonly runs: number; readonly durationMs: number },
): number {
  const perSecond = sources.reduce((sum, { mostPerSecond }) => sum + mostPerSecond, 0)
  const requests = (runs * perSecond * durationMs) / 1000
  return Math.max(1, Math.min(threads, Math.ceil(requests / LEAST_REQUESTS)))
}
