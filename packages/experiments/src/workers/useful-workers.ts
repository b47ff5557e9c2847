import type { EventModel } from '@plimsoll/event-engine'
import { meanRates } from '../design/mean-rates.ts'

/** A worker that simulates fewer requests takes longer to start, and to compile what it runs, than to simulate them. */
const LEAST_REQUESTS = 250_000

/** How many of the workers are worth starting for so many runs of a duration. */
export function usefulWorkers(
  model: EventModel,
  { workers, runs, durationMs }: { readonly workers: number; readonly runs: number; readonly durationMs: number },
): number {
  const rates = meanRates(model, durationMs)
  const listed = model.sources.reduce((sum, { times }) => sum + times.length, 0)
  const requests = runs * (rates.reduce((sum, rate) => sum + rate * (durationMs / 1000), 0) + listed)
  return Math.max(1, Math.min(workers, Math.ceil(requests / LEAST_REQUESTS)))
}
