import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallRecords } from '../../src/engine/call-records.ts'
import { PendingEvents } from '../../src/engine/pending-events.ts'
import { Run } from '../../src/engine/run.ts'
import { runModel } from '../../src/engine/run-model.ts'
import { SeriesMeter } from '../../src/measure/series.ts'
import type { Fault, Model } from '../../src/model.ts'
import { compiled, edge, node } from '../compile/rigs.ts'
import { callBy, forAll, link, modelNode, single, source, station } from '../models.ts'

const steady = { arrivals: 'even', interarrival: { kind: 'deterministic' } } as const
const fixed = { distribution: { kind: 'deterministic' } } as const
const BITS_16 = 2 ** 16
const MOST_INT = 2 ** 31 - 1
const ALL_ALIVE = { isDead: () => false }

/** The first two numbers that 16 bits cannot hold. */
const BEYOND_16_BITS = [BITS_16, BITS_16 + 1]

/** Outages of 1 ms, one every 2 ms, from `fromMs` on. */
const outages = (count: number, fromMs: number): readonly Fault[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'outage',
    node: 1,
    fromMs: fromMs + 2 * index,
    forMs: 1,
    inFlight: 'resume',
    instance: null,
    mode: 'refuse',
  }))

/** The response time of the only request, which arrives at `arrivesMs` and needs `serviceMs`. */
function responseMs(faults: readonly Fault[], { arrivesMs, serviceMs }: { arrivesMs: number; serviceMs: number }) {
  const model = single(1000 / arrivesMs, {
    station: { ...fixed, meanMs: forAll(serviceMs) },
    source: steady,
    model: { faults },
  })
  const { requests } = runModel(model, { seed: 1, warmUpMs: 0, durationMs: arrivesMs * 2 - 1 })
  expect(requests.completed).toBe(1)
  return requests.response.sum
}

describe('counters', () => {
  it.each(BEYOND_16_BITS)('[SIM-345] a service that starts after %d outages does not make up for them', (count) => {
    const arrivesMs = 2 * count + 1000
    expect(responseMs(outages(count, 1), { arrivesMs, serviceMs: 50 })).toBe(50)
  })

  it.each(BEYOND_16_BITS)('[SIM-345] a service that %d outages interrupt makes up for all of them', (count) => {
    const times = { arrivesMs: 1_000_000, serviceMs: 2 * count }
    expect(responseMs(outages(count, 1_000_001), times)).toBe(3 * count)
  })

  it.each(BEYOND_16_BITS)('[SIM-345] a step waits for %d copies', (count) => {
    const copies = { ...callBy(), links: Array.from({ length: count }, () => 0), copies: true }
    const model = single(1, { station: { ...fixed, meanMs: forAll(1) }, source: steady })
    const nodes = [modelNode('client', { program: forAll([copies]) }), ...model.nodes.slice(1)]
    const { requests, links } = runModel(
      { ...model, nodes, sources: [source(0, 1e-6, steady)] },
      { seed: 1, warmUpMs: 0, durationMs: 1e9 + 1e6 },
    )
    expect(links[0]?.attempts).toBe(count)
    expect(requests).toMatchObject({ completed: 1, inFlightAtEnd: 0 })
    expect(requests.response.sum).toBe(count)
  })

  it.each(BEYOND_16_BITS)('[SIM-345] a call is retried %d times', (count) => {
    const model = single(1, {
      station: { ...fixed, meanMs: forAll(0), failureProbability: 1 },
      link: { retry: { waitsMs: Array.from({ length: count }, () => 1), jitter: 'none' } },
    })
    const { requests, links } = runModel(
      { ...model, sources: [source(0, 1e-6, steady)] },
      { seed: 1, warmUpMs: 0, durationMs: 1e9 + 1e6 },
    )
    expect(requests).toMatchObject({ arrived: 1, failed: 1 })
    expect(links[0]?.attempts).toBe(count + 1)
  })

  it('[SIM-345] the fields of a call record do not overlap', () => {
    const whole = (most: number) => fc.oneof(fc.constantFrom(0, 1, most), fc.nat(most))
    fc.assert(
      fc.property(
        fc.record({
          tries: whole(MOST_INT),
          pending: whole(MOST_INT),
          step: whole(511),
          reason: whole(255),
          requestClass: whole(3),
          state: whole(6),
        }),
        fc.shuffledSubarray(['tries', 'pending', 'step', 'reason', 'requestClass', 'state'] as const, { minLength: 6 }),
        (numbers, order) => {
          const records = new CallRecords()
          const record = records.take()
          const set = {
            tries: () => records.setTries(record, numbers.tries),
            pending: () => records.setPending(record, numbers.pending),
            step: () => records.setStep(record, numbers.step),
            reason: () => records.setReason(record, numbers.reason),
            requestClass: () => records.setClass(record, numbers.requestClass),
            state: () => records.setState(record, numbers.state as never),
          }
          for (const name of order) set[name]()
          const copy = records.take()
          records.copy(record, copy)
          for (const one of [record, copy]) {
            expect({
              tries: records.triesOf(one),
              pending: records.pendingOf(one),
              step: records.stepOf(one),
              reason: records.reasonOf(one),
              requestClass: records.classOf(one),
              state: records.stateOf(one),
            }).toEqual(numbers)
          }
          records.giveBack(copy)
          const next = records.take()
          expect([records.triesOf(next), records.pendingOf(next), records.stepOf(next)]).toEqual([0, 0, 0])
        },
      ),
    )
  })

  it('[SIM-878] a control event that has fired frees its room', () => {
    const run = new Run({
      model: { nodes: [], stations: [], links: [], sources: [], faults: [], retryBudget: 0 },
      series: new SeriesMeter({ spanMs: 1, isFixed: false }),
      seed: 1,
    })
    let changes = 0
    const change = () => {
      changes += 1
      run.plan(run.now + 1, change)
    }
    run.plan(0, change)
    const events = run.events as PendingEvents
    while (events.next(BITS_16)) {
      run.now = events.time
      run.controls[-1 - events.record]?.(run.now)
    }
    expect(changes).toBe(BITS_16 + 1)
    expect(run.controls.length).toBeLessThan(4)
  })

  it('[SIM-200] events keep their order where their sequence wraps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -60, max: 60 }),
        fc.array(fc.nat(3), { minLength: 60, maxLength: 120 }),
        (from, delays) => {
          const order = (first: number) => {
            const queue = new PendingEvents(ALL_ALIVE, first)
            for (const [record, delay] of delays.entries()) {
              if (record % 2 === 0) queue.after(queue.fifoOf(delay), 1, record, 0)
              else queue.at(delay, 1, record, 0)
            }
            const taken: number[] = []
            while (queue.next(Number.POSITIVE_INFINITY)) taken.push(queue.record)
            return taken
          }
          expect(order(2 ** 31 + from)).toEqual(order(0))
        },
      ),
    )
  })

  it('[SIM-204] a run ends before the sequence of its events is ambiguous', () => {
    const queue = new PendingEvents(ALL_ALIVE, 2e9 - 1)
    queue.at(0, 1, 0, 0)
    expect(queue.isExhausted).toBe(false)
    queue.at(0, 1, 0, 0)
    expect(queue.isExhausted).toBe(true)
    expect(new PendingEvents(ALL_ALIVE, -1).isExhausted).toBe(true)
  })

  it('[SIM-927] more than 10^9 instances count as 10^9', () => {
    const instances = 1e12
    const client = node('Client', 'c', { concurrentUsers: 10 })
    const flow = {
      nodes: [client, node('Server', 's', { instances, maxConcurrentRequests: 1 })],
      edges: [edge('c', 's')],
    }
    const { model } = compiled(flow)
    const { requests, nodes } = runModel(model, { seed: 1, durationMs: 20_000, warmUpMs: 0 })
    expect(requests.completed).toBeGreaterThan(10)
    expect(requests.failed).toBe(0)
    expect(nodes[1]?.meanInstances).toBeGreaterThanOrEqual(1e9)
    const scaled = { autoScaling: true, minInstances: 1e12, maxInstances: 1e12, maxConcurrentRequests: 1 }
    const scaling = compiled({ ...flow, nodes: [client, node('Server', 's', scaled)] })
    const after = runModel(scaling.model, { seed: 1, durationMs: 60_000, warmUpMs: 50_000 })
    expect(after.requests.failed).toBe(0)
    expect(after.nodes[1]?.meanInstances).toBeGreaterThanOrEqual(1e9)
  })
})

describe('a model that does not fit into a call record', () => {
  const run = (changes: Partial<Model>) => () =>
    runModel({ ...single(1), ...changes }, { seed: 1, durationMs: 10, warmUpMs: 0 })
  const client = (steps: number) =>
    modelNode('client', { program: forAll(Array.from({ length: steps }, () => callBy(0))) })
  const server = modelNode('server', { stationOf: forAll(0) })

  it('[SIM-346] is refused with the reason: too many steps', () => {
    expect(run({ nodes: [client(512), server] })).toThrow('client takes 512 steps; at most 511 are possible')
    expect(run({ nodes: [client(511), server] })).not.toThrow()
  })

  it('[SIM-346] is refused with the reason: too many failure reasons', () => {
    const limits = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ perSecond: 1, burst: 1, reason: `reason ${index}` }))
    const limited = (count: number) => [station(1, { limits: limits(count) })]
    expect(run({ stations: limited(250) })).toThrow('at most 256 reasons')
    expect(run({ stations: limited(200), links: [link('way', 0, 1, { limits: limits(200) })] })).not.toThrow()
  })
})
