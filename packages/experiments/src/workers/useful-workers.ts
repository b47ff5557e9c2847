import type { EventModel } from '@plimsoll/event-engine'
import { meanRates } from '../design/mean-rates.ts'
import type { WorkerPool } from './worker-pool.ts'

/** A worker that simulates fewer requests takes longer to start, and to compile what it runs, than to simulate them. */
const LEAST_REQUESTS = 250_000

/** Who is to do so many runs of a duration: as many workers as are worth starting, or this thread where none is. */
export function usefulWorkers(
  model: EventModel,
  { pool, runs, durationMs }: { readonly pool: WorkerPool; readonly runs: number; readonly durationMs: number },
): { readonly pool: WorkerPool; readonly workers: number } {
  const rates = meanRates(model, durationMs)
  const listed = model.sources.reduce((sum, { times }) => sum + times.length, 0)
  const requests = runs * (rates.reduce((sum, rate) => sum + rate * (durationMs / 1000), 0) + listed)
  const workers = Math.max(1, Math.ceil(requests / LEAST_REQUESTS))
  if (workers === 1) return { pool: pool.here ?? pool, workers }
  return { pool, workers: Math.min(pool.size, workers) }
}
