import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { planOf, simulateDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { cache, call, client, flowOf, station } from './support/stations.ts'
import { closedThroughput } from './support/theory.ts'

const POOL = { communicationPattern: 'Sync', maxConcurrentConnections: 8, connectionPoolEnabled: true }
const SHORT = { durationS: 20, replications: 4 }

async function limitsOf(flow: Flow) {
  const found = await simulateDesign({
    name: 'test',
    flow,
    plan: planOf(flow).plan,
    pool: poolHere(),
    findsCapacities: true,
  })
  if (!found?.ok) throw new Error(JSON.stringify(found))
  return found.report.saturation.limits
}

/** Workers that hold their slots while they call others, some ms away. */
interface Holding {
  readonly rps: number
  readonly workers: readonly [slots: number, ms: number]
  readonly called: readonly [slots: number, ms: number]
  readonly awayMs: number
}

const holding = ({ rps, workers, called, awayMs }: Holding): Flow =>
  flowOf(
    [client('c', rps), station('a', ...workers), station('b', ...called)],
    [call('c', 'a'), call('a', 'b', { latencyMs: awayMs })],
    SHORT,
  )

describe('slots that calls hold', () => {
  it.each<Holding>([
    { rps: 100, workers: [6, 8], called: [3, 12], awayMs: 3 },
    { rps: 40, workers: [5, 20], called: [2, 9], awayMs: 1.5 },
    { rps: 150, workers: [9, 4], called: [2, 7], awayMs: 11 },
  ])('[SIM-806] carry what a closed network does: $workers that call $called', async (one) => {
    const [first] = await limitsOf(holding(one))
    const [slots, ms] = one.workers
    const exact = closedThroughput(slots, {
      thinkMs: ms + 2 * one.awayMs,
      slots: one.called[0],
      serviceMs: one.called[1],
    })
    expect(first).toMatchObject({ of: 'node', id: 'a', limit: 'slots', isUpperBound: false })
    expect(first?.atRps).toBeLessThan(exact * 1.002)
    expect(first?.atRps).toBeGreaterThan(exact * 0.98)
    expect(first?.load).toBeCloseTo(one.rps / (first?.atRps ?? 0), 1)
  })

  it.each([
    { what: 'where nobody waits for one', maxConcurrentRequests: 6, runs: 4 },
    { what: 'but where one may wait', maxConcurrentRequests: 7, runs: 14 },
  ])('[SIM-1179] are not run with more load $what', async ({ maxConcurrentRequests, runs }) => {
    const flow = flowOf(
      [client('c', 100), station('a', 6, 8, { maxConcurrentRequests }), station('b', 3, 12)],
      [call('c', 'a'), call('a', 'b', { latencyMs: 3 })],
      SHORT,
    )
    let done = 0
    const pool = poolHere(1, (reply) => {
      if ('outcome' in reply) done += 1
    })
    await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool, findsCapacities: true })
    expect(done).toBe(runs)
  })

  it('[SIM-806] stay as they are where others saturate long before', async () => {
    const limits = await limitsOf(holding({ rps: 20, workers: [60, 8], called: [1, 12], awayMs: 3 }))
    expect(limits[0]).toMatchObject({ id: 'b', limit: 'service', isUpperBound: false })
    expect(limits.find(({ limit }) => limit === 'slots')).toMatchObject({ id: 'a', isUpperBound: true })
  })

  it('[SIM-806] [SIM-1148] carry as much before a rate limit lets too little through for their own work', async () => {
    const flow = flowOf(
      [client('c', 100), station('a', 6, 8), station('b', 3, 12)],
      [{ ...call('c', 'a', { rateLimit: 220 }), type: 'http' }, call('a', 'b', { latencyMs: 3 })],
      SHORT,
    )
    const [first, second] = await limitsOf(flow)
    expect(first).toMatchObject({ id: 'a', limit: 'slots', isUpperBound: false })
    expect(first?.atRps).toBeLessThan(208.3)
    expect(first?.atRps).toBeGreaterThan(203)
    expect(second).toMatchObject({ id: 'c-a', limit: 'rate', atRps: expect.closeTo(220, -1) })
  })

  it('[SIM-806] are those of a consumer that waits for others, whose messages wait at the broker', async () => {
    const topic = { communicationPattern: 'Async', maxQueueSizeMB: 1000, averageRequestSizeKB: 1 }
    const flow = flowOf(
      [client('c', 60), station('a', 6, 8), station('b', 3, 12)],
      [{ ...call('c', 'a', topic), type: 'amqp' }, call('a', 'b', { latencyMs: 3 })],
      SHORT,
    )
    const [first] = await limitsOf(flow)
    expect(first).toMatchObject({ of: 'node', id: 'a', limit: 'slots', waitsFor: 'b', isUpperBound: false })
    expect(first?.atRps).toBeLessThan(208.3)
    expect(first?.atRps).toBeGreaterThan(203)
  })

  it('[SIM-1134] are not those of what passes a cache, which carries twice the reads where these are half of all', async () => {
    const [first] = await limitsOf(
      flowOf(
        [
          client('c', 60),
          cache('k', { averageLatency: 1, maxThroughput: 1000, expectedHitRate: 0 }),
          station('s', 1000, 9),
        ],
        [call('c', 'k'), call('k', 's')],
        { ...SHORT, requestMix: { Read: 1, Compute: 1 } },
      ),
    )
    expect(first).toMatchObject({ of: 'node', id: 'k', limit: 'slots', isUpperBound: false })
    // How many are reads is known to 2 %.
    expect(first?.atRps).toBeLessThan(200 * 1.03)
    expect(first?.atRps).toBeGreaterThan(200 * 0.93)
  })

  it.each([{ arrivals: 'closed' }, { load: { atS: 5, rps: 50 } }, { faults: { node: 'b', fromS: 5, forS: 1 } }])(
    '[SIM-806] are only known to carry at most so much under %j',
    async (simulation) => {
      const flow = holding({ rps: 30, workers: [6, 8], called: [3, 12], awayMs: 3 })
      const [first] = await limitsOf({ ...flow, simulation: { ...flow.simulation, ...simulation } } as Flow)
      expect(first).toMatchObject({ id: 'a', limit: 'slots', isUpperBound: true })
    },
  )

  it('[SIM-807] are not what limits a design where they wait for a pool', async () => {
    const flow = flowOf(
      [client('c', 100), station('s', 24, 10), station('d', 1000, 50)],
      [call('c', 's'), { ...call('s', 'd', POOL), type: 'tcp' }],
      SHORT,
    )
    const [first, ...others] = await limitsOf(flow)
    expect(first).toMatchObject({ of: 'edge', id: 's-d', limit: 'pool', isUpperBound: false })
    expect(first?.atRps).toBeLessThan(160 * 1.002)
    expect(first?.atRps).toBeGreaterThan(160 * 0.98)
    expect(others.find(({ limit }) => limit === 'slots')).toMatchObject({ id: 's', isUpperBound: true })
  })

  /** Two places for calls of a database that does 100 a second, to which a third of the requests goes: others call it, too. */
  const sharing = (rps: number) =>
    flowOf(
      [client('c', rps), station('a', 1000, 1), station('b', 1000, 1), station('d', 1, 10)],
      [
        call('c', 'a'),
        call('c', 'b'),
        call('c', 'd'),
        { ...call('a', 'd', { ...POOL, maxConcurrentConnections: 2, latencyMs: 20 }), type: 'tcp' },
        call('b', 'd'),
      ],
      SHORT,
    )

  it('[SIM-1124] [SIM-1125] of a pool carry what they do before others saturate what they wait for', async () => {
    const [first, second] = await limitsOf(sharing(40))
    expect(first).toMatchObject({ of: 'edge', id: 'a-d', limit: 'pool', isUpperBound: false })
    // They saturate at 84. At 98 requests a second they carry 74, since the others take more of the database.
    expect(first?.atRps).toBeLessThan(85)
    expect(first?.atRps).toBeGreaterThan(77)
    expect(second).toMatchObject({ id: 'd', limit: 'service', atRps: expect.closeTo(100, 0) })
  })

  it('[SIM-1126] keep their upper bound where they carry all until what they wait for is saturated', async () => {
    const [first, second] = await limitsOf(
      flowOf([client('c', 40), station('a', 2, 1), station('d', 1, 10)], [call('c', 'a'), call('a', 'd')], SHORT),
    )
    expect(first).toMatchObject({ id: 'd', limit: 'service', atRps: expect.closeTo(100, 0), isUpperBound: false })
    expect(second).toMatchObject({ id: 'a', limit: 'slots', isUpperBound: true })
  })
})
