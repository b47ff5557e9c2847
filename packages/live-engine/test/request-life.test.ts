import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import type { LiveRequest } from '../src/model.ts'
import { chain, edge, flow, node, ONE_A_TICK, without } from './support/flows.ts'
import { Bench, lasting, NOTHING_HAPPENS, scripted, started, tick } from './support/runs.ts'

/** Every chance comes true. */
const EVERYTHING_HAPPENS = () => 0

/** A share of 0.3 of 2,000 is within this of it, five standard deviations. */
const NEAR = 0.052

function share(outcomes: readonly unknown[], outcome: unknown): number {
  return outcomes.filter((one) => one === outcome).length / outcomes.length
}

/** A request whose visit at the end of the link ends with the next step. */
const finishing = (bench: Bench, link: string, changes: Partial<LiveRequest> = {}): LiveRequest =>
  bench.arrived(link, { visit: lasting(1), ...changes })

describe('the life of a request', () => {
  it('[SIM-30] ends after 10,000 ms, and not before', () => {
    const bench = new Bench(chain({ server: { averageProcessingTime: 60_000 } }), NOTHING_HAPPENS)
    const request = bench.request('c')
    bench.now = 100
    bench.step(request)
    bench.now = 10_000
    expect(bench.step(request)).toBe('live')
    bench.now = 10_100
    expect(bench.step(request)).toBe('Timeout - exceeded maximum lifetime')
  })

  it('[SIM-31] ends with more retries than the client allows', () => {
    const bench = new Bench(chain({ client: { maxRetries: 2 } }), NOTHING_HAPPENS)
    expect(bench.step(bench.request('c', { retries: 2 }))).toBe('live')
    expect(bench.step(bench.request('c', { retries: 3 }))).toBe('Exceeded maximum retry attempts')
  })

  it('[SIM-32] ends where its node was deleted', () => {
    const drawn = chain()
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 2)
    run.update(without(drawn, 's'))
    tick(run)
    expect(run.history().failed).toMatchObject([
      { failureReason: 'Current node not found', currentNodeId: 's', failedAt: 300 },
    ])
  })

  it('[SIM-33] [SIM-855] is turned away above the threshold 3 times in 10, once for a visit', () => {
    const bench = new Bench(chain({ server: { averageProcessingTime: 1000 } }), createRng(5))
    bench.station('s').utilization = 0.81
    const requests = Array.from({ length: 2000 }, () => bench.arrived('c-s', { visit: lasting(2000) }))
    const first = requests.map((request) => bench.step(request))
    expect(Math.abs(share(first, 'Node overload') - 0.3)).toBeLessThan(NEAR)
    const inside = requests.filter((_, index) => first[index] === 'live')
    for (let ticks = 0; ticks < 5; ticks += 1) {
      for (const request of inside) expect(bench.step(request)).toBe('live')
    }
  })

  it('[SIM-33] is not turned away at the threshold', () => {
    const bench = new Bench(chain(), EVERYTHING_HAPPENS)
    bench.station('s').utilization = 0.8
    expect(bench.step(bench.arrived('c-s'))).not.toBe('Node overload')
  })

  it('[SIM-34] fails at random in every tick that it is processed', () => {
    const bench = new Bench(chain({ server: { failureProbability: 0.5 } }), createRng(5))
    const survivors = Array.from({ length: 4000 }, () => bench.arrived('c-s', { visit: lasting(5000) })).filter(
      (request) => Array.from({ length: 10 }, () => bench.step(request)).every((outcome) => outcome === 'live'),
    )
    // Ten ticks are a second: half of them are left.
    expect(Math.abs(survivors.length / 4000 - 0.5)).toBeLessThan(0.04)
  })

  it('[SIM-856] takes 0.001 per second for a client, which has no such property', () => {
    const bench = new Bench(chain(), NOTHING_HAPPENS)
    expect((1 - bench.station('c').failurePerTick) ** 10).toBeCloseTo(0.999, 10)
    expect(bench.station('s').failurePerTick).toBe(0)
  })

  it('[SIM-35] is processed in steps of 100 ms until the required time', () => {
    const bench = new Bench(chain(), NOTHING_HAPPENS)
    const request = bench.arrived('c-s', { visit: lasting(201) })
    const times = Array.from({ length: 3 }, () => {
      const outcome = bench.step(request)
      return [outcome, request.totalTime, request.path.length]
    })
    expect(times).toEqual([
      ['live', 100, 2],
      ['live', 200, 2],
      ['live', 300, 3],
    ])
  })

  it('[SIM-35] ends its visit in the tick that reaches the required time exactly', () => {
    const bench = new Bench(chain(), NOTHING_HAPPENS)
    const request = bench.arrived('c-s', { visit: lasting(200), destination: bench.station('s') })
    expect([bench.step(request), bench.step(request)]).toEqual(['live', 'completed'])
  })

  it('[SIM-36] does 5 % of its visits over, with one retry more', () => {
    const bench = new Bench(chain(), createRng(9))
    const requests = Array.from({ length: 10_000 }, () => finishing(bench, 'c-s'))
    for (const request of requests) bench.step(request)
    const again = requests.filter(({ retries }) => retries === 1)
    expect(Math.abs(again.length / 10_000 - 0.05)).toBeLessThan(0.011)
    for (const request of again) {
      expect(request).toMatchObject({ status: 'pending', station: bench.station('s'), visit: lasting(1) })
    }
    const [once] = again
    if (once === undefined) throw new Error('None was retried.')
    expect([once.processingTime, once.totalTime]).toEqual([0, 100])
    bench.step(once)
    expect(once.totalTime).toBe(200)
  })

  it('[SIM-36] counts every retry', () => {
    const run = tick(started(chain({ client: { concurrentUsers: 100 } }), { seed: 2 }), 90)
    const { completed, failed } = run.history()
    const retries = [...completed, ...failed, ...run.requests()].reduce((sum, { retryCount }) => sum + retryCount, 0)
    expect(retries).toBeGreaterThan(50)
    expect(run.snapshot().retriesTotal).toBe(retries)
  })

  it('[SIM-37] is completed where its visit to the destination ends', () => {
    const bench = new Bench(chain(), NOTHING_HAPPENS)
    expect(bench.step(finishing(bench, 's-d', { destination: bench.station('d') }))).toBe('completed')
    expect(bench.step(finishing(bench, 'c-s', { destination: bench.station('s') }))).toBe('completed')
    expect(bench.step(finishing(bench, 'c-s', { destination: bench.station('d') }))).toBe('live')
  })

  it('[SIM-38] is answered by a cache on its way with the hit rate, if it is a Read', () => {
    const drawn = flow(
      [
        node('Client', 'c', ONE_A_TICK),
        node('Cache', 'k', { expectedHitRate: 0.7, failureProbability: 0 }),
        node('Database', 'd'),
      ],
      [edge('c', 'k'), edge('k', 'd')],
    )
    const bench = new Bench(drawn, createRng(2))
    const outcomes = (type: LiveRequest['type']) =>
      Array.from({ length: 4000 }, () => bench.step(finishing(bench, 'c-k', { type, destination: bench.station('d') })))
    // 95 % of the visits are not done over.
    expect(Math.abs(share(outcomes('Read'), 'completed') - 0.95 * 0.7)).toBeLessThan(0.04)
    for (const type of ['Write', 'Compute', 'Transaction'] as const) {
      expect(share(outcomes(type), 'completed')).toBe(0)
    }
  })

  it.each([
    [false, 'Next node not found', 0],
    [true, 'Exceeded maximum retry attempts', 4],
  ])(
    '[SIM-857] [SIM-858] without a way onward and with retryOnError %s it ends with "%s"',
    (retryOnError, reason, retries) => {
      const bench = new Bench(flow([node('Client', 'c', { ...ONE_A_TICK, retryOnError })]), NOTHING_HAPPENS)
      const request = bench.request('c')
      expect(bench.live(request)).toBe(reason)
      expect(request.retries).toBe(retries)
      expect(bench.now).toBe(100 * (1 + retries))
    },
  )

  it('[SIM-857] fails when the next node was deleted during the visit', () => {
    const drawn = chain({ client: { retryOnError: false } })
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 3)
    run.update(without(drawn, 'd'))
    tick(run)
    expect(run.history().failed[0]).toMatchObject({
      failureReason: 'Next node not found',
      path: ['c', 's'],
      destinationNodeId: 'd',
    })
  })

  it.each([false, true])('[SIM-40] with retryOnError %s, when its connection was deleted during the visit', (retry) => {
    const drawn = chain({ client: { retryOnError: retry } })
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 3)
    run.update(without(drawn, 's-d'))
    tick(run)
    if (retry) expect(run.requests()[0]).toMatchObject({ path: ['c', 's'], status: 'pending', retryCount: 1 })
    else expect(run.history().failed[0]).toMatchObject({ failureReason: 'Next edge not found', path: ['c', 's'] })
  })

  it('[SIM-40] takes another connection to the chosen node', () => {
    const drawn = chain()
    const doubled = flow(drawn.nodes, [...drawn.edges, edge('s', 'd', {}, { id: 'second' })])
    const run = tick(started(doubled, { rng: scripted(0.45) }), 3)
    run.update(without(doubled, 's-d'))
    tick(run)
    expect(run.history().failed).toEqual([])
    expect(run.requests()[0]?.path).toEqual(['c', 's', 'd'])
  })

  it('[SIM-40] does not take a connection of the same name that leads elsewhere', () => {
    const drawn = chain({ client: { retryOnError: false } })
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 3)
    const redirected = edge('s', 'k', {}, { id: 's-d' })
    run.update(flow([...drawn.nodes, node('Cache', 'k')], [edge('c', 's'), redirected, edge('k', 'd')]))
    tick(run)
    expect(run.history().failed[0]?.failureReason).toBe('Next edge not found')
  })

  it('[SIM-41] [SIM-859] is lost 1 time in 5 on a connection above 0.9, and takes 20 ms more otherwise', () => {
    const bench = new Bench(chain({ edges: { failureProbability: 0 } }), createRng(8))
    const send = (utilization: number) => {
      bench.link('s-d').utilization = utilization
      const requests = Array.from({ length: 2000 }, () => finishing(bench, 'c-s', { destination: bench.station('d') }))
      const outcomes = requests.map((request) => bench.step(request))
      const times = new Set(requests.filter(({ path }) => path.length === 3).map(({ visit }) => visit.requiredMs))
      return { lost: share(outcomes, 'Network congestion'), times: [...times] }
    }
    const calm = send(0.9)
    const hot = send(0.91)
    expect(calm.lost).toBe(0)
    expect(Math.abs(hot.lost - 0.95 * 0.2)).toBeLessThan(NEAR)
    expect(calm.times).toHaveLength(1)
    expect(hot.times).toEqual([(calm.times[0] ?? 0) + 20])
  })

  it('[SIM-42] fails with the failure probability of the connection', () => {
    const bench = new Bench(chain({ edges: { failureProbability: 0.4 } }), createRng(8))
    const outcomes = Array.from({ length: 4000 }, () =>
      bench.step(finishing(bench, 'c-s', { destination: bench.station('d') })),
    )
    expect(Math.abs(share(outcomes, 'Edge Failure Probability') - 0.95 * 0.4)).toBeLessThan(NEAR)
  })

  it('[SIM-43] is pending at the next node with the time of the connection and of the node before it', () => {
    const bench = new Bench(chain(), NOTHING_HAPPENS)
    const request = bench.request('c', { destination: bench.station('d') })
    bench.now = 300
    bench.step(request)
    expect(request).toMatchObject({
      status: 'pending',
      station: bench.station('s'),
      link: bench.link('c-s'),
      path: ['c', 's'],
      hoppedAt: 300,
    })
    expect(request.visit.requiredMs).toBeCloseTo(100 + 0.8192 + 50)
  })

  it('[SIM-44] is counted once when it failed, and not seen again', () => {
    const run = started(chain({ edges: { failureProbability: 1 } }), { rng: NOTHING_HAPPENS })
    const { createdRequests, failedRequests, activeRequests } = tick(run, 50).snapshot()
    expect([createdRequests, failedRequests, activeRequests]).toEqual([50, 49, 1])
    expect(new Set(run.history().failed.map(({ id }) => id)).size).toBe(49)
  })

  it('[SIM-45] goes on when its client was deleted', () => {
    const drawn = chain()
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 2)
    run.update(without(drawn, 'c'))
    expect(tick(run, 20).snapshot()).toMatchObject({ createdRequests: 2, completedRequests: 1, failedRequests: 1 })
    // The second was at the client itself.
    expect(run.history().failed[0]?.failureReason).toBe('Current node not found')

    const cut = tick(started(drawn, { rng: NOTHING_HAPPENS }), 2)
    cut.update(without(drawn, 'c', 's-d'))
    tick(cut, 20)
    expect(cut.history().failed.map(({ failureReason }) => failureReason)).toContain('Next node not found')
  })

  it('[SIM-79] leaves a whole record', () => {
    const run = tick(started(chain(), { rng: NOTHING_HAPPENS }), 6)
    expect(run.history().completed).toEqual([
      {
        id: expect.stringMatching(/^req-/),
        type: 'Transaction',
        status: 'completed',
        sourceNodeId: 'c',
        currentNodeId: 'd',
        destinationNodeId: 'd',
        path: ['c', 's', 'd'],
        sizeKB: expect.closeTo(2.392),
        createdAt: 100,
        completedAt: 600,
        failedAt: null,
        failureReason: null,
        missing: null,
        retryCount: 0,
        processingData: {
          retryCount: 0,
          processingTime: 200,
          requiredProcessingTime: expect.closeTo(105.8192),
          totalProcessingTime: 500,
          nodeUtilization: expect.closeTo(2 / 500),
          edgeUtilization: 0.01,
        },
        visibleUntil: 900,
        standsFor: 1,
      },
    ])
  })
})
