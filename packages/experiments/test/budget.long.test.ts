import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  type CapacityReport,
  type ComparisonReport,
  compareDesigns,
  type DrillReport,
  drillDesign,
  findCapacity,
  pageOfCapacity,
  pageOfDrill,
  planOf,
  type SensitivityReport,
  simulateDesign,
  sureness,
  varyDesign,
  type WorkerReply,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

/** Requests of 4 events each, whose budget is in millions of events. */
const shop = (eventsM: number, simulation = {}, serviceMs = 10): Flow =>
  flowOf([client('c', 50), station('s', 1, serviceMs)], [call('c', 's')], { eventsM, ...simulation })

/** How many events all runs together took, and a pool that counts them where the runs are told: a later stage has those of one before. */
function counted() {
  const events: number[] = []
  const count = (reply: WorkerReply) => {
    if ('outcome' in reply) events.push('requests' in reply.outcome ? reply.outcome.events : 0)
    else if ('computed' in reply) events.push((reply.computed as { readonly events?: number }).events ?? 0)
  }
  return { pool: poolHere(1, count), sum: () => events.reduce((sum, one) => sum + one, 0) }
}

const asked = (flow: Flow) => ({ name: 'test', flow, plan: planOf(flow).plan })

describe('the budget of events', () => {
  it('[EXP-90] [EXP-324] [SIM-951] ends a run that grows, which says so with the interval that it reached', async () => {
    const found = await simulateDesign({ ...asked(shop(0.1, { precisionPercent: 1 })), pool: poolHere() })
    if (!found?.ok) throw new Error('There is no report.')
    const { report, growth } = found
    expect(report.quality.events).toBeLessThanOrEqual(100_000)
    expect(growth).toMatchObject({ ended: 'events', mostEvents: 100_000, precision: 0.01 })
    expect(sureness(report, growth, 'page').join(' ')).toMatch(/budget of 100,000 events.* takes a duration of about/)
  })

  it('[EXP-325] gives the same figures whatever the number of workers', async () => {
    const run = asked(shop(0.1, { precisionPercent: 1 }))
    const [one, three] = await Promise.all([1, 3].map((size) => simulateDesign({ ...run, pool: poolHere(size) })))
    expect(one?.ok && one.report).toEqual(three?.ok && three.report)
    expect(one?.ok && one.growth).toEqual(three?.ok && three.growth)
  })

  it('[EXP-90] [EXP-330] is 100 million events, and that of a set length is not limited', () => {
    const { plan } = planOf(shop(100))
    expect(planOf(flowOf([], [])).plan.grown).toEqual(plan.grown)
    expect(plan.grown?.mostEvents).toBe(100_000_000)
    expect(planOf(shop(1, { durationS: 5 })).plan.grown).toBeNull()
  })

  it('[EXP-91] [EXP-328] makes the runs of a sensitivity and a sweep as short as it takes', async () => {
    const [small, large] = [shop(0.1), shop(10)]
    const { pool, sum } = counted()
    const report = await varyDesign({ ...asked(small), pool })
    expect(report.durationMs).toBeLessThan(60_000)
    // The runs by which it is measured how many events one takes come on top.
    expect(sum()).toBeLessThan(100_000 + 2 * 6 * 60 * 50 * 5)
    expect((await varyDesign({ ...asked(large), pool: poolHere() })).durationMs).toBe(60_000)
  })

  it('[EXP-91] [EXP-327] is that of both designs of a comparison together', async () => {
    const { pool, sum } = counted()
    const [a, b] = [shop(0.6, { precisionPercent: 1 }), shop(0.6, { precisionPercent: 1 }, 11)]
    await compareDesigns({ a: asked(a), b: asked(b), pool })
    expect(sum()).toBeLessThanOrEqual(((600_000 * 2) / 5) * 1.1)
  })

  it('[EXP-326] gives a load of a search a fifth of what an answer may take', async () => {
    const { pool, sum } = counted()
    const events: number[] = []
    const flow = shop(1, { objectives: ['p99<80ms'] })
    await findCapacity({ ...asked(flow), pool, hasCurve: false, onReport: () => events.push(sum()) })
    const each = events.map((one, index) => one - (events[index - 1] ?? 0))
    expect(each.length).toBeGreaterThan(2)
    // A run that grows tells after each stage of all of its events, so that the earlier ones count up to twice.
    expect(Math.max(...each)).toBeLessThan(2 * 80_000)
  })

  it('[EXP-330] leaves runs of a set length as they are', async () => {
    const of = (simulation: object) => ({ ...asked(shop(0.1, { durationS: 20, ...simulation })), pool: poolHere() })
    expect((await varyDesign(of({}))).durationMs).toBe(20_000)
    expect((await drillDesign(of({ replications: 4 }))).replications).toBe(4)
  })

  it('[EXP-329] leaves a drill fewer replications, two at least, which it tells', async () => {
    const report = await drillDesign({ ...asked(shop(0.1)), pool: poolHere() })
    expect(report.replications).toBe(2)
    expect(pageOfDrill(report).about).toContain('2 runs each')
  })
})

it('[EXP-95] a load at which no request came is not decided', async () => {
  const flow = shop(1, { durationS: 1, replications: 1, objectives: ['mean<1ms'] })
  const found = await findCapacity({ ...asked(flow), pool: poolHere(), hasCurve: false })
  if (!found.ok) throw new Error(JSON.stringify(found.faults))
  const [least] = found.capacity.points
  expect([least?.rps, least?.verdict]).toEqual([0.5, 'undecided'])
  expect(found.capacity.sentence).toMatch(
    /^Of no load it could be decided that it meets mean < 1 ms: simulate longer\./,
  )
})

describe('what is known so far', () => {
  it('[EXP-92] is told after each load of a search', async () => {
    const soFar: CapacityReport[] = []
    const found = await findCapacity({
      ...asked(shop(1)),
      pool: poolHere(),
      hasCurve: false,
      onReport: (one) => soFar.push(one),
    })
    expect(found.ok && found.capacity.ended).toBe('enough')
    expect(soFar.map(({ points }) => points.length)).toEqual(soFar.map((_, index) => index + 1))
    expect(soFar[0]?.sentence).toBe('So far: 50 rps meets the objectives.')
    expect(soFar.at(-1)?.sentence).toMatch(/^So far: [\d.]+ rps meets the objectives, [\d.]+ rps does not\.$/)
    const [first] = soFar.map(pageOfCapacity)
    expect([first?.result, first?.sentences[0]?.tone]).toEqual([null, 'unsure'])
  })

  it('[EXP-92] is told of shorter runs of a comparison and a sensitivity, which leave the answer as it is', async () => {
    const [compared, varied]: [ComparisonReport[], SensitivityReport[]] = [[], []]
    const [a, b] = [shop(0.2), shop(0.2, {}, 11)]
    const both = { a: asked(a), b: asked(b) }
    const answer = await compareDesigns({ ...both, pool: poolHere(), onReport: (one) => compared.push(one) })
    expect(compared[0]?.durationMs).toBe(answer.durationMs / 8)
    expect(answer).toEqual(await compareDesigns({ ...both, pool: poolHere() }))
    const most = await varyDesign({ ...asked(a), pool: poolHere(), onReport: (one) => varied.push(one) })
    expect(varied[0]?.durationMs).toBeLessThan(most.durationMs)
    expect(most).toEqual(await varyDesign({ ...asked(a), pool: poolHere() }))
  })

  it('[EXP-92] is told after each component of a drill', async () => {
    const soFar: DrillReport[] = []
    const report = await drillDesign({
      ...asked(shop(1, { durationS: 6, replications: 1 })),
      pool: poolHere(),
      onReport: (one) => soFar.push(one),
    })
    expect(soFar.at(-1)).toEqual(report)
    expect(soFar.map(({ drills }) => drills.length)).toEqual([1])
  })
})
