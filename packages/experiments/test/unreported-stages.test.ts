import { describe, expect, it } from 'vitest'
import { type Progress, planOf, simulateDesign, type WorkerReply } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

/** Requests of 4 events each, whose budget is in millions of events. */
function asked(eventsM: number) {
  const flow = flowOf([client('c', 50), station('s', 1, 10)], [call('c', 's')], { eventsM, precisionPercent: 20 })
  return { name: 'test', flow, plan: planOf(flow).plan }
}

/** Simulates, and gives what came of it with how many stages of runs told all that they measured, and how many their events alone. */
async function simulated(eventsM: number, more: object = {}) {
  const told = { all: 0, eventsAlone: 0 }
  const count = (reply: WorkerReply) => {
    if ('outcome' in reply) told['requests' in reply.outcome ? 'all' : 'eventsAlone'] += 1
  }
  const progress: Progress[] = []
  const onProgress = (one: Progress) => progress.push(one)
  const found = await simulateDesign({ ...asked(eventsM), pool: poolHere(2, count), onProgress, ...more })
  if (!found?.ok) throw new Error('There is no report.')
  const { report, growth } = found
  return { told, report: JSON.stringify({ report, growth }), growth, progress }
}

describe('a run that grows', () => {
  it('[EXP-402] has its workers tell nothing but events of the stages that are too short to be looked at', async () => {
    const [silent, heard] = await Promise.all([simulated(10), simulated(10, { onReport: () => {} })])
    expect(silent.growth).toMatchObject({ ended: 'enough' })
    // Five stages of less than a minute, of ten runs each.
    expect(silent.told).toEqual({ eventsAlone: 50, all: heard.told.all - 50 })
    expect(heard.told.eventsAlone).toBe(0)
    expect(silent.report).toBe(heard.report)
  })

  it('[EXP-403] is told whole where such a stage spends the budget', async () => {
    const [silent, heard] = await Promise.all([simulated(0.05), simulated(0.05, { onReport: () => {} })])
    expect(silent.growth).toMatchObject({ ended: 'events' })
    expect(silent.told.all).toBe(10)
    expect(silent.told.eventsAlone).toBeGreaterThan(10)
    expect(silent.report).toBe(heard.report)
  })

  it.each([0.05, 10])(
    '[EXP-93] has a share of all that never falls, and tells each stage once, of %d million events',
    async (eventsM) => {
      const { progress } = await simulated(eventsM)
      const shares = progress.map(({ ofAll }) => ofAll)
      expect(shares).toEqual(shares.toSorted((one, other) => one - other))
      const stages = progress.flatMap(({ of, durationMs }) => (of === 'stage' ? [durationMs] : []))
      expect(stages.length).toBeGreaterThan(1)
      expect(new Set(stages).size).toBe(stages.length)
    },
  )

  it.each(['budget', 'stop'])('[EXP-403] tells each stage where a signal to %s may end it', async (signal) => {
    const ended = await simulated(0.05, { [signal]: new AbortController().signal })
    expect(ended.told.eventsAlone).toBe(0)
  })
})
