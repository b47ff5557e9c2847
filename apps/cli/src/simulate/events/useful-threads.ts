import type { EventModel } from '@plimsoll/event-engine'

/** A thread that simulates fewer requests takes longer to start, and to compile what it runs, than to simulate them. */
const LEAST_REQUESTS = 250_000
/** Times at which the rates are looked at. */
const SAMPLES = 64

/** How many of the threads are worth starting for so many runs of a duration. */
export function usefulThreads(
  { sources }: EventModel,
  { threads, runs, durationMs }: { readonly threads: number; readonly runs: number; readonly durationMs: number },
): number {
  const sampleMs = Array.from({ length: SAMPLES }, (_, sample) => ((sample + 0.5) * durationMs) / SAMPLES)
  const rates = sources.map(({ rate }) => sampleMs.reduce((sum, timeMs) => sum + rate.at(timeMs), 0) / SAMPLES)
  const listed = sources.reduce((sum, { times }) => sum + times.length, 0)
  const requests = runs * (rates.reduce((sum, rate) => sum + rate * (durationMs / 1000), 0) + listed)
  return Math.max(1, Math.min(threads, Math.ceil(requests / LEAST_REQUESTS)))
}
