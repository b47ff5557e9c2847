import { describe, expect, it } from 'vitest'
import { changedBy, steady as steadyRate } from '../../src/compile/rates.ts'
import { type RunOptions, runModel } from '../../src/engine/run-model.ts'
import { meanOf } from '../../src/measure/histogram.ts'
import type { LinkModel, Model } from '../../src/model.ts'
import { callBy, forAll, link, modelNode, POOL, single, source, station } from '../models.ts'

const run = (model: Model, options: Partial<RunOptions> = {}) =>
  runModel(model, { seed: 1, durationMs: 100_000, warmUpMs: 10_000, ...options })

describe('a run', () => {
  it('[SIM-201] is the same with the same seed, and another with another', () => {
    const model = single(6, { link: { timeoutMs: 300, retry: { waitsMs: [20, 40], jitter: 'full' } } })
    expect(run(model)).toEqual(run(model))
    expect(run(model, { seed: 2 }).requests.response.sum).not.toBe(run(model).requests.response.sum)
  })

  it('[SIM-202] draws the same at each place whatever else there is, and in whatever order', () => {
    const alone = single(15)
    const beside: Model = {
      ...alone,
      nodes: [modelNode('other', { stationOf: forAll(0) }), ...alone.nodes.toReversed()],
      stations: [station(0, { key: 'other' }), { ...alone.stations[0], node: 1 } as Model['stations'][number]],
      links: [link('unused', 0, 1), { ...alone.links[0], source: 2, target: 1 } as Model['links'][number]],
      sources: [{ ...alone.sources[0], node: 2 } as Model['sources'][number]],
    }
    const nodes = beside.nodes.map((node) => ({
      ...node,
      stationOf: node.id === 'server' ? forAll(1) : node.stationOf,
      program: node.id === 'client' ? forAll([callBy(1)]) : node.program,
    }))
    expect(run({ ...beside, nodes }).requests).toEqual(run(alone).requests)
  })

  it('[SIM-203] accounts for every request', () => {
    const { requests } = run(single(30, { station: { admission: 5 }, link: { timeoutMs: 100 } }))
    const { inFlightAtStart, arrived, completed, failed, inFlightAtEnd, reasons } = requests
    expect(inFlightAtStart + arrived).toBe(completed + failed + inFlightAtEnd)
    expect(Object.keys(reasons).toSorted()).toEqual(['Node overload', 'Timeout'])
    expect(Object.values(reasons).reduce((sum, count) => sum + count)).toBe(failed)
  })

  it('[SIM-204] ends early, and says so, at too many events or requests in flight', () => {
    expect(run(single(1000), { durationMs: 1e9, maxEvents: 100_000 }).endedEarly).toBe('too many events')
    expect(run(single(1000), { durationMs: 1e9, maxInFlight: 1000 }).endedEarly).toBe('too many in flight')
    expect(run(single(1)).endedEarly).toBeNull()
  })
})

describe('a call', () => {
  const steady = { arrivals: 'even', interarrival: { kind: 'deterministic' } } as const
  const fixed = { distribution: { kind: 'deterministic' } } as const

  it('[SIM-205] that was given up goes on at the target, unless it is cancelled', () => {
    const given = (cancelsOnTimeout: boolean) =>
      run(single(10, { station: fixed, link: { timeoutMs: 20, cancelsOnTimeout }, source: steady })).nodes[1]
    expect(given(false)?.meanBusy).toBeCloseTo(10 * 0.05, 6)
    expect(given(true)?.meanBusy).toBeCloseTo(10 * 0.02, 6)
  })

  /** Ten requests a second go to a server of 10 ms, which calls one of 50 ms, which is connected back to it. */
  const pair = (toFirst: Partial<LinkModel>, between: Partial<LinkModel>): Model => ({
    nodes: [
      modelNode('client', { program: forAll([callBy(0)]) }),
      modelNode('first', { stationOf: forAll(0), program: forAll([callBy(1)]), isOnCycle: true }),
      modelNode('second', { stationOf: forAll(1), program: forAll([callBy(2)]), isOnCycle: true }),
    ],
    stations: [
      station(1, { slots: 99, meanMs: forAll(10), ...fixed }),
      station(2, { slots: 99, meanMs: forAll(50), ...fixed }),
    ],
    links: [link('to first', 0, 1, toFirst), link('there', 1, 2, between), link('back', 2, 1, between)],
    sources: [source(0, 10, steady)],
    faults: [],
    retryBudget: Number.POSITIVE_INFINITY,
  })

  it.each([
    ['was given up', pair({}, { timeoutMs: 5 })],
    ['outlasts its caller', pair({ timeoutMs: 30, cancelsOnTimeout: true }, {})],
    [
      'has lost its caller in a crash',
      {
        ...pair({}, { timeoutMs: 90, holds: true }),
        faults: [130, 230, 330].map((fromMs) => ({
          kind: 'outage' as const,
          node: 1,
          instance: null,
          fromMs,
          forMs: 5,
          inFlight: 'fail' as const,
          mode: 'refuse' as const,
        })),
      },
    ],
  ])('[SIM-1055] that %s goes to no node on a cycle that its request has passed', (_, model) => {
    const { nodes, links, requests } = run(model, { warmUpMs: 0, durationMs: 10_050 })
    expect(requests.failed).toBeGreaterThan(2)
    expect(links[2]?.attempts).toBe(0)
    expect(links[1]?.attempts).toBe(nodes[1]?.arrived)
    expect(nodes[1]?.arrived).toBe(requests.arrived)
  })

  it('[SIM-206] [SIM-881] keeps its place in a pool while it is on its way, but a consumer only once it has come', () => {
    const busy = (isAtTarget: boolean) =>
      run(
        single(5, {
          station: { ...fixed, slots: 9 },
          link: { latencyMs: 100, pool: { ...POOL, size: 9, isAtTarget } },
          source: steady,
        }),
      ).links[0]?.meanPoolBusy
    expect(busy(false)).toBeCloseTo(5 * 0.15, 6)
    expect(busy(true)).toBeCloseTo(5 * 0.05, 6)
  })

  it('[SIM-342] [SIM-880] that its sender may not make fails at once, one that its target turns away after the way back', () => {
    const user = { arrivals: 'closed', users: 1, thinkMs: 10 } as const
    const failures = (changes: object) => {
      const { requests } = run(single(1, { source: user, link: { latencyMs: 300, replies: true, ...changes } }))
      return requests.failed
    }
    const none = { perSecond: 1e-9, burst: 1, reason: 'Rate limited' }
    expect(failures({ limits: [none] })).toBeGreaterThan(5000)
    const held = { ...POOL, queue: 0, holdMs: 1e9 }
    expect(failures({ pool: held })).toBeGreaterThan(5000)
    expect(failures({ pool: { ...held, isAtTarget: true } })).toBeLessThan(200)
  })

  it('[SIM-209] is tried again by its own link, one of several copies, too', () => {
    const failing = { station: 0.5, retry: { waitsMs: [10, 20, 40], jitter: 'none' } } as const
    const copies: Model = {
      nodes: [
        modelNode('client', { program: forAll([{ ...callBy(0, 1), copies: true }]) }),
        modelNode('one', { stationOf: forAll(0) }),
        modelNode('other', { stationOf: forAll(1) }),
      ],
      stations: [1, 2].map((node) => station(node, { slots: 99, failureProbability: failing.station })),
      links: [1, 2].map((target) => link(`to ${target}`, 0, target, { retry: failing.retry })),
      sources: [source(0, 50)],
      faults: [],
      retryBudget: Number.POSITIVE_INFINITY,
    }
    const { requests, links } = run(copies, { durationMs: 1e6 })
    const reached = 1 - failing.station ** 4
    expect(requests.completed / (requests.completed + requests.failed)).toBeCloseTo(reached ** 2, 1.5)
    expect((links[0]?.attempts ?? 0) / requests.arrived).toBeCloseTo(reached / failing.station, 1.5)
  })

  it('[SIM-958] counts as a retry when it is made again, not while it pauses before', () => {
    const retry = { waitsMs: [30_000], jitter: 'none' } as const
    const { links } = run(single(10, { station: { ...fixed, failureProbability: 1 }, link: { retry } }), {
      warmUpMs: 0,
      durationMs: 20_000,
    })
    expect(links[0]?.attempts).toBeGreaterThan(100)
    expect(links[0]?.retries).toBe(0)
  })

  it('[SIM-958] counts as a retry when a client tries its request again', () => {
    const again = { retry: { waitsMs: [10, 10], jitter: 'none' } } as const
    const half = { ...fixed, slots: 99, failureProbability: 0.5 }
    const { links, requests } = run(single(10, { station: half, source: again }), { durationMs: 1e6 })
    const [attempts, retries] = [links[0]?.attempts ?? 0, links[0]?.retries ?? 0]
    expect(attempts / requests.arrived).toBeCloseTo(1.75, 1)
    expect(attempts - retries).toBeCloseTo(requests.arrived, -1)
  })

  it('[SIM-209] is given up after the last of many tries', () => {
    const waitsMs = Array.from({ length: 300 }, () => 1)
    const model = single(1, {
      station: { ...fixed, meanMs: forAll(0), failureProbability: 1 },
      link: { retry: { waitsMs, jitter: 'none' } },
      source: steady,
    })
    const { requests, links } = run(model, { warmUpMs: 0, durationMs: 10_900 })
    expect(requests).toMatchObject({ arrived: 10, failed: 10, completed: 0 })
    expect(links[0]?.attempts).toBe(10 * (waitsMs.length + 1))
  })

  it('[SIM-207] in work during an outage goes on where it was, or fails', () => {
    const fault = { kind: 'outage', node: 1, instance: null, fromMs: 50_010, forMs: 1000, mode: 'refuse' } as const
    const faulty = (inFlight: 'resume' | 'fail') =>
      run(single(1, { station: { ...fixed, slots: 9 }, source: steady, model: { faults: [{ ...fault, inFlight }] } }))
    const resumed = faulty('resume')
    expect(resumed.requests.failed).toBe(0)
    expect(resumed.requests.response.max).toBeCloseTo(1050, 6)
    const failed = faulty('fail')
    expect(failed.requests.reasons).toEqual({ 'Node down': failed.requests.failed })
    expect(failed.requests.failed).toBeGreaterThanOrEqual(1)
    expect(meanOf(failed.requests.response)).toBeCloseTo(50, 6)
    expect(failed.nodes[1]?.availability).toBeCloseTo(1 - 1 / 90, 6)
  })

  it('[SIM-378] takes instances away that are not ready before those that are', () => {
    const scaling = {
      metric: 'slots',
      target: 0.5,
      min: 1,
      max: 9,
      syncMs: 1000,
      readyMs: 20_000,
      tolerance: 0.1,
      stabilisationMs: 1000,
    } as const
    const model = single(10, {
      station: { ...fixed, slots: 1, meanMs: forAll(100), scaling },
      source: { rate: changedBy(steadyRate(10), [{ atS: 1.5, forS: Number.POSITIVE_INFINITY, rps: 0 }], 1) },
    })
    // Wanted after the first second, and no longer wanted after the third: it would be ready at 21 s.
    const { nodes } = run(model, { warmUpMs: 0, durationMs: 21_900 })
    expect(nodes[1]?.meanInstances).toBe(1)
  })
})
