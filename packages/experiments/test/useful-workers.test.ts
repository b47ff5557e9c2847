import type { EventModel } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import { usefulWorkers } from '../src/workers/useful-workers.ts'

const withRates = (...rates: readonly number[]) =>
  ({ sources: rates.map((rate) => ({ rate: { at: () => rate }, times: [] })) }) as unknown as EventModel

describe('the workers of a simulation', () => {
  it.each([
    [240_000, { rates: [400], durationMs: 60_000, runs: 10 }, 1],
    [260_000, { rates: [400, 120], durationMs: 50_000, runs: 10 }, 2],
    [40_000_000, { rates: [40_000], durationMs: 100_000, runs: 10 }, 8],
    [0, { rates: [], durationMs: 60_000, runs: 10 }, 1],
  ])('[OPS-90] %d requests are worth so many', (_, { rates, durationMs, runs }, workers) => {
    expect(usefulWorkers(withRates(...rates), { workers: 8, durationMs, runs })).toBe(workers)
  })
})
