import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import {
  type CapacityReport,
  type CapacityRun,
  findCapacity,
  pageOfCapacity,
  planOf,
  todayResult,
} from '../src/index.ts'
import { CAPACITY_CASES } from './support/capacity-cases.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

type Options = Partial<Pick<CapacityRun, 'clientId' | 'mostEvents' | 'stop' | 'budget' | 'onProgress'>>

const search = (flow: Flow, objectives: readonly string[], options: Options = {}) => {
  const { plan, faults } = planOf({ ...flow, simulation: { ...flow.simulation, objectives } } as Flow)
  expect(faults).toEqual([])
  return findCapacity({ name: 'test', flow, plan, pool: poolHere(), mostEvents: 400_000, ...options })
}

async function capacityOf(...given: Parameters<typeof search>): Promise<CapacityReport> {
  const found = await search(...given)
  if (!found.ok) throw new Error(JSON.stringify(found.faults))
  return found.capacity
}

const alone = (serviceMs: number, simulation = {}) =>
  flowOf([client('c', 20), station('s', 1, serviceMs)], [call('c', 's')], simulation)

describe('the highest load that meets all objectives', () => {
  it('[EXP-10] names what breaks first, and the figures of each load, the same for any number of workers', {
    timeout: 60_000,
  }, async () => {
    const { flow, objectives } = CAPACITY_CASES[0] as (typeof CAPACITY_CASES)[number]
    const one = await capacityOf(flow, objectives, { mostEvents: 30_000 })
    expect(one.limit).toMatchObject({ objective: 'p99 < 100 ms', part: { of: 'node', id: 's', label: 's' } })
    expect(one.points.map(({ rps }) => rps)).toEqual(one.points.map(({ rps }) => rps).toSorted((a, b) => a - b))
    const today = one.points.find(({ rps }) => rps === 20)
    expect(today).toMatchObject({ verdict: 'pass', isSteady: true })
    expect(today?.goodput?.mean).toBeCloseTo(20, -0.5)
    expect(today?.errorRate?.mean).toBe(0)
    const { plan } = planOf({ ...flow, simulation: { ...flow.simulation, objectives } } as Flow)
    const two = await findCapacity({ name: 'test', flow, plan, pool: poolHere(3), mostEvents: 30_000 })
    expect(JSON.stringify(two.ok && two.capacity)).toBe(JSON.stringify(one))
  })

  it('[EXP-347] says of each load and of today whether it completes as many as are asked for', async () => {
    const capacity = await capacityOf(alone(5), ['throughput>25rps'], { mostEvents: 30_000 })
    const { tables, result } = pageOfCapacity(capacity)
    expect(capacity.capacityRps?.lower).toBeGreaterThan(100)
    expect(todayResult(capacity)).toBe('fail')
    expect(result).toBe('fail')
    const results = tables[0]?.rows.map(([rps, became]) => [Number(rps) > 25, (became as { text: string }).text])
    expect(results?.filter(([isEnough]) => !isEnough).every(([, text]) => text === 'missed')).toBe(true)
    expect(results).toContainEqual([true, 'met'])
  })

  it('[EXP-367] does not take a load of today that cannot be decided for one that misses', async () => {
    const short = { durationS: 1, replications: 1, warmUpS: 0 }
    const unsure = await capacityOf(alone(5, short), ['p99<40ms', 'errorRate<0.01%'], { mostEvents: 1000 })
    expect(unsure.points.find(({ rps }) => rps === 20)?.verdict).toBe('undecided')
    expect(pageOfCapacity(unsure)).toMatchObject({ result: 'undecided', sentences: [{ tone: 'unsure' }] })
    const tooMuch = await capacityOf(alone(100, short), ['errorRate<10%'], { mostEvents: 30_000 })
    expect(pageOfCapacity(tooMuch)).toMatchObject({ result: 'fail', sentences: [{ tone: 'bad' }] })
  })

  it('[EXP-348] names both ends where they are far apart', async () => {
    const flow = flowOf([client('c', 100), station('s', 1, 5)], [call('c', 's')], { durationS: 20, replications: 3 })
    const { sentence, capacityRps } = await capacityOf(flow, ['p99<80ms'])
    expect(capacityRps?.upper).toBeGreaterThan(1.5 * (capacityRps?.lower ?? 0))
    expect(sentence).toMatch(/^It carries between [\d.]+ and [\d.]+ rps; today's 100 rps is carried\./)
  })

  it('[EXP-361] [EXP-362] is only known from below where nothing limits a thousand times the load', async () => {
    const flow = flowOf([client('c', 3), station('s', 1_000_000, 1)], [call('c', 's')], {
      ...{ durationS: 20, replications: 3 },
    })
    const capacity = await capacityOf(flow, ['errorRate<10%'])
    expect(Math.max(...capacity.points.map(({ rps }) => rps))).toBe(3000)
    expect(capacity).toMatchObject({
      refusal: null,
      headroom: null,
      capacityRps: { mean: null, lower: 3000, upper: null },
    })
    expect(capacity.sentence).toBe(
      "It carries more than 3,000 rps: no load was found that misses errorRate < 10 %. More than 1,000 times today's 3 rps is not searched.",
    )
    expect(todayResult(capacity)).toBe('pass')
  })

  it('[EXP-324] says of a load that cannot be decided that the budget ended its runs', async () => {
    const { points, sentence } = await capacityOf(alone(5), ['p99<40ms'], { mostEvents: 1000 })
    expect(points.find(({ verdict }) => verdict === 'undecided')?.takesMs).toBeGreaterThan(3000)
    expect(sentence).toContain('the budget of events ended the runs')
  })

  it('[CLI-390] keeps the mean between the ends where a load of the curve moves one of them', async () => {
    // Short runs, of which a load of the curve alone is judged to be too much.
    const flow = flowOf([client('c', 20), station('s', 1, 25)], [call('c', 's')], {
      ...{ durationS: 20, replications: 3, seed: 9 },
    })
    const { capacityRps, points } = await capacityOf(flow, ['p95<300ms'])
    const { mean, lower, upper } = capacityRps ?? {}
    expect(upper).toBe(points.find(({ verdict }) => verdict === 'fail')?.rps)
    expect(mean).toBeGreaterThanOrEqual(lower ?? Number.NaN)
    expect(mean).toBeLessThanOrEqual(upper ?? Number.NaN)
  })

  it('[EXP-12] varies the load of one client beside that of the others', { timeout: 60_000 }, async () => {
    const flow = flowOf([client('a', 40), client('b', 10), station('s', 1, 10)], [call('a', 's'), call('b', 's')])
    const limits = { clientId: 'b', mostEvents: 400_000 }
    const { todayRps, capacityRps, client: named } = await capacityOf(flow, ['p99<100ms'], limits)
    expect([todayRps, named]).toEqual([10, 'b'])
    expect(Math.abs((capacityRps?.mean ?? 0) - 13.95)).toBeLessThan(1)
    expect(capacityRps?.lower).toBeLessThan(13.95)
    expect(capacityRps?.upper).toBeGreaterThan(13.95)
  })

  it('[EXP-13] says why there is none', { timeout: 60_000 }, async () => {
    const none = await capacityOf(alone(300), ['p99<100ms'])
    expect(none.capacityRps).toBeNull()
    expect(none.refusal).toMatch(/^No load meets p99 < 100 ms: already at 0\.2 rps the p99 is 1?[\d,]+ ms\.$/)
    const floor = await capacityOf(alone(10), ['p99<100ms', 'throughput>80rps'], { mostEvents: 100_000 })
    expect(floor.refusal).toMatch(
      /^No load meets all objectives: throughput > 80 rps takes more than the 5\d(\.\d)? rps/,
    )
  })

  it('[EXP-13] says that the runs are too short where they decide nothing', async () => {
    const short = await capacityOf(alone(10, { durationS: 2, replications: 2 }), ['p99<80ms'])
    expect(short.capacityRps).toBeNull()
    expect(short.refusal).toMatch(
      /^Of no load it could be decided that it meets p99 < 80 ms: simulate longer\. [\d,.]+ rps does not\.$/,
    )
  })

  it('[EXP-13] tells how far it came when the time is over', async () => {
    const stop = new AbortController()
    const report = await capacityOf(alone(10), ['p99<100ms'], {
      mostEvents: 100_000,
      stop: stop.signal,
      onProgress: ({ tried, isDone }) => isDone && tried === 1 && stop.abort(),
    })
    expect(report).toMatchObject({
      ended: 'time',
      capacityRps: { mean: null, lower: 20, upper: expect.closeTo(103, 6) },
    })
    expect(report.refusal).toBe(
      'Stopped before the highest load was found: 20 rps meets the objectives, 103 rps does not.',
    )
  })

  it('[EXP-14] [EXP-305] [EXP-306] refuses a load that cannot be varied', async () => {
    const refused = async (simulation: object, options: Options = {}) => {
      const found = await search(alone(10, simulation), [], options)
      return found.ok ? '' : found.faults.map(({ message }) => message).join()
    }
    expect(await refused({ arrivals: 'closed' })).toContain('so that there is no load to vary: set arrivals to open')
    expect(await refused({ recorded: [0.5, 1] })).toContain('their load cannot be varied')
    expect(await refused({}, { clientId: 's' })).toBe('s is no client of this flow.')
  })
})
