import type { EventModel } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import { usefulWorkers } from '../src/workers/useful-workers.ts'
import type { WorkerPool } from '../src/workers/worker-pool.ts'

const withRates = (...rates: readonly number[]) =>
  ({ sources: rates.map((rate) => ({ rate: { at: () => rate }, times: [] })) }) as unknown as EventModel

const EIGHT = { size: 8 } as WorkerPool

describe('the workers of a simulation', () => {
  it.each([
    [240_000, { rates: [400], durationMs: 60_000, runs: 10 }, 1],
    [260_000, { rates: [400, 120], durationMs: 50_000, runs: 10 }, 2],
    [40_000_000, { rates: [40_000], durationMs: 100_000, runs: 10 }, 8],
    [0, { rates: [], durationMs: 60_000, runs: 10 }, 1],
  ])('[OPS-90] %d requests are worth so many', (_, { rates, durationMs, runs }, workers) => {
    expect(usefulWorkers(withRates(...rates), { pool: EIGHT, durationMs, runs })).toEqual({ pool: EIGHT, workers })
  })

  it.each([
    [240_000, { rate: 400, size: 8 }, 'here'],
    [252_000, { rate: 420, size: 8 }, 'workers'],
    [240_000, { rate: 400, size: 1 }, 'here'],
    [252_000, { rate: 420, size: 1 }, 'workers'],
  ])('[OPS-361] %d requests, with as many workers: %o', (_, { rate, size }, by) => {
    const here = { size: 1 } as WorkerPool
    const pool = { size, here } as WorkerPool
    const chosen = usefulWorkers(withRates(rate), { pool, runs: 10, durationMs: 60_000 })
    expect(chosen.pool).toBe(by === 'here' ? here : pool)
    expect(chosen.workers).toBeLessThanOrEqual(size)
  })
})
