import { expect, it } from 'vitest'
import { type DesignReport, planOf, simulateDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

/** A run of a small shop, and what stops it. */
function shop(simulation: Record<string, unknown>) {
  const flow = flowOf([client('c', 50), station('s', 1, 10)], [call('c', 's')], simulation)
  const stop = new AbortController()
  return { stop, run: { name: 'test', flow, plan: planOf(flow).plan, pool: poolHere(), stop: stop.signal } }
}

it('[EXP-300] of a stopped run of a set length the replications that had ended are reported', async () => {
  const { run, stop } = shop({ durationS: 2, replications: 5 })
  const found = await simulateDesign({ ...run, onProgress: ({ done }) => void (done === 2 && stop.abort()) })
  expect(found?.ok && found.report.quality.replications).toBe(2)
})

it('[EXP-301] of a stopped run that grows the last whole stage is reported', async () => {
  const { run, stop } = shop({ eventsM: 1, precisionPercent: 1 })
  const stages: DesignReport[] = []
  const found = await simulateDesign({
    ...run,
    onReport: (report) => {
      stages.push(report)
      stop.abort()
    },
  })
  expect(stages).toHaveLength(1)
  expect(found?.ok && found.report).toEqual(stages[0])
})

it.each([{ durationS: 60, replications: 2 }, { eventsM: 1 }])(
  '[EXP-302] a run with %j that is stopped at its beginning has no report',
  async (simulation) => {
    const { run, stop } = shop(simulation)
    const found = simulateDesign(run)
    stop.abort()
    expect(await found).toBeNull()
  },
)
