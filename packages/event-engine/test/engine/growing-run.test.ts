import { describe, expect, it } from 'vitest'
import { GrowingRun } from '../../src/engine/growing-run.ts'
import { runModel, startRun } from '../../src/engine/run-model.ts'
import { mergeHistograms } from '../../src/measure/histogram.ts'
import type { Model } from '../../src/model.ts'
import type { RunOutcome } from '../../src/outcome.ts'
import { POOL, single } from '../models.ts'

const SEED = 7
const BUSY = single(15, { link: { latencyMs: 3, timeoutMs: 400, pool: { ...POOL, size: 3 } } })
/** Shed and retried, so that every counter moves. */
const SHEDDING = single(30, {
  station: { admission: 4, failureProbability: 0.1 },
  link: { timeoutMs: 100, retry: { waitsMs: [20, 40], jitter: 'full' } },
})

/** A run that doubles its time, measured on its way, with a warm-up of a share. */
function grown(model: Model, { firstMs, doublings, share }: { firstMs: number; doublings: number; share: number }) {
  const run = new GrowingRun(startRun(model, { seed: SEED, horizonMs: firstMs * 2 ** doublings }), firstMs)
  run.advance(share * firstMs)
  for (let doubling = 0; doubling < doublings; doubling += 1) {
    run.outcome(share * run.durationMs)
    run.double()
    run.advance(share * run.durationMs)
  }
  return run.outcome(share * run.durationMs)
}

describe('a run that grows', () => {
  it.each([0, 0.1, 0.3, 0.5])(
    '[SIM-380] measures the same bytes as a run of that duration, with a warm-up of %d',
    (share) => {
      for (const model of [BUSY, SHEDDING]) {
        const durationMs = 80_000
        const whole = runModel(model, { seed: SEED, durationMs, warmUpMs: share * durationMs })
        const inStages = grown(model, { firstMs: 2500, doublings: 5, share })
        for (const key of Object.keys(whole) as (keyof RunOutcome)[])
          expect([key, JSON.stringify(inStages[key]) === JSON.stringify(whole[key])]).toEqual([key, true])
      }
    },
  )

  it('[SIM-380] halves the number of spans in its series when there are a thousand', () => {
    const quick = single(1)
    const { series } = grown(quick, { firstMs: 800_000, doublings: 2, share: 0.1 })
    expect(series).toEqual(runModel(quick, { seed: SEED, durationMs: 3_200_000, warmUpMs: 0 }).series)
    expect([series.spanMs, series.completed.length]).toEqual([4000, 800])
    expect(series.arrived.reduce((sum, count) => sum + count)).toBeGreaterThan(3000)
  })

  it('[SIM-381] keeps its response times and the requests at its stations in slices of the whole time', () => {
    const { slices, requests, series } = runModel(BUSY, { seed: SEED, durationMs: 80_000, warmUpMs: 0 })
    expect(slices.durationMs).toBe(80_000)
    expect([slices.responses.length, slices.inSystemMs.length]).toEqual([20, 160])
    const all = mergeHistograms(slices.responses)
    expect(all).toEqual({ ...requests.response, sum: expect.closeTo(requests.response.sum, 6) })
    const [, atServer = []] = series.inSystem
    const area = atServer.reduce((sum, mean) => sum + mean * series.spanMs, 0)
    expect(slices.inSystemMs.reduce((sum, one) => sum + one)).toBeCloseTo(area, 6)
  })

  it('[SIM-204] has the slices that ended where it ends early', () => {
    const { slices, endedEarly } = runModel(single(1000), { seed: 1, durationMs: 1e6, warmUpMs: 0, maxEvents: 500_000 })
    expect(endedEarly).toBe('too many events')
    expect(slices.inSystemMs.length).toBeLessThan(160)
  })
})
