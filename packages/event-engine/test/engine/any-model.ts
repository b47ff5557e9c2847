import fc from 'fast-check'
import { steady } from '../../src/compile/rates.ts'
import type { ByClass, Fault, LinkModel, Model, NodeModel, SourceModel, StationModel, Step } from '../../src/model.ts'

const NEVER = Number.POSITIVE_INFINITY
const all = <T>(one: T): ByClass<T> => [one, one, one, one]
/** Mostly the first, so that most of a model is plain. */
const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) })

const station = (node: number): fc.Arbitrary<StationModel> =>
  fc.record({
    key: fc.constant(`s${node}`),
    node: fc.constant(node),
    discipline: mostly<StationModel['discipline']>('fifo', 'shared'),
    slots: fc.constantFrom(1, 2, 8, NEVER),
    instances: mostly(1, 2),
    admission: mostly(NEVER, 3),
    memoryLimit: mostly(NEVER, 5),
    meanMs: fc.constantFrom<ByClass<number>>(all(1), all(20), [0, 3, 5, 9]),
    distribution: fc.constantFrom<StationModel['distribution']>(
      { kind: 'exponential' },
      { kind: 'deterministic' },
      { kind: 'lognormal', scv: 2 },
    ),
    extraMs: mostly(0, 1),
    failureProbability: mostly(0, 0.1),
    limits: fc.constant([]),
    storage: mostly<StationModel['storage']>(all(null), all({ line: 1, perSecond: 300, isSpread: true })),
    coldStart: mostly(null, { ms: 50, afterIdleMs: 100 }),
    scaling: fc.constant(null),
    isMirrored: mostly(false, true),
    hasPriorities: mostly(false, true),
  })

const link = (id: string, source: number, target: number): fc.Arbitrary<LinkModel> =>
  fc.record({
    id: fc.constant(id),
    source: fc.constant(source),
    target: fc.constant(target),
    weight: fc.constantFrom(1, 2),
    latencyMs: mostly(0, 5),
    jitter: mostly<LinkModel['jitter']>({ kind: 'none' }, { kind: 'uniform', share: 0.2 }),
    far: fc.constant(null),
    setupMs: mostly(0, 2),
    requestLineMs: mostly(0, 1),
    responseLineMs: fc.constant(0),
    requestAccessMs: mostly(0, 2),
    answersOver: fc.constant(null),
    responseAccessMs: fc.constant(0),
    requestBytes: fc.constantFrom(0, 1000),
    responseBytes: fc.constant(100),
    perKB: fc.constant(null),
    loss: mostly(null, { probability: 0.1, packets: 1, delayMs: NEVER }),
    reconnect: fc.constant(null),
    failureProbability: mostly(0, 0.1),
    limits: fc.constant([]),
    pool: mostly<LinkModel['pool']>(
      null,
      {
        size: 2,
        kept: 1,
        openMs: 3,
        queue: 2,
        holdMs: 0,
        expiryMs: NEVER,
        isAtTarget: false,
        groups: 1,
        isByUser: false,
        followsTarget: false,
      },
      {
        size: 2,
        kept: 2,
        openMs: 0,
        queue: 9,
        holdMs: 0,
        expiryMs: NEVER,
        isAtTarget: true,
        groups: 1,
        isByUser: false,
        followsTarget: false,
      },
    ),
    message: mostly<LinkModel['message']>(null, 'sent', 'acknowledged'),
    deduplicates: mostly(false, true),
    holds: mostly(false, true),
    replies: mostly(false, true),
    timeoutMs: mostly(NEVER, 30, 100),
    cancelsOnTimeout: mostly(false, true),
    expiryMs: mostly(NEVER, 40),
    retry: mostly<LinkModel['retry']>(null, { waitsMs: [0, 10], jitter: 'none' }),
    breaker: fc.constant(null),
    failsOver: mostly(false, true),
    serviceFactor: mostly(1, 2),
    serviceMs: mostly(0, 1),
    hitRate: fc.constant(all(0)),
    hitsByDemand: fc.constant(null),
    derivedHits: fc.constant(null),
    keptByUsers: fc.constant(null),
    deadLetters: fc.constant(false),
    cost: fc.constant(null),
    stationOf: fc.constant(null),
    priority: fc.constantFrom(0, 1),
  })

/** A visit calls one of its next nodes, or each in turn. */
const program = (links: readonly number[]): fc.Arbitrary<readonly Step[]> => {
  const step = (taken: readonly number[]): fc.Arbitrary<Step> =>
    fc.record({
      links: fc.constant(taken),
      copies: mostly(false, true),
      unlessHit: fc.boolean(),
      inBackground: mostly(false, true),
    })
  if (links.length === 0) return fc.constant([])
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(step(links)) },
    { weight: 1, arbitrary: fc.tuple(...links.map((one) => step([one]))) },
  )
}

const node = (index: number, links: readonly number[]): fc.Arbitrary<NodeModel> =>
  fc
    .record({
      steps: program(links),
      hit: fc.constantFrom(0, 0.5),
      by: fc.constantFrom<NodeModel['balancing']>(
        { by: 'weight' },
        { by: 'rotation' },
        { by: 'least-connections' },
        { by: 'two-choices' },
        { by: 'user' },
      ),
      health: mostly(null, { intervalMs: 200, timeoutMs: 10, unhealthyAfter: 1, healthyAfter: 1 }),
      ejection: mostly(null, { afterErrors: 2, forMs: 300, mostShare: 0.5 }),
    })
    .map(({ steps, hit, by, health, ejection }) => ({
      id: `n${index}`,
      stationOf: all(index === 0 ? null : index - 1),
      machinesPerInstance: 1,
      hitRate: all(index === 0 ? 0 : hit),
      hitsByDemand: null,
      derivedHits: null,
      items: null,
      program: all(steps),
      balancing: by,
      health,
      ejection,
      isOnCycle: false,
    }))

const source = (open: boolean): SourceModel => ({
  node: 0,
  clientCluster: '',
  arrivals: open ? 'open' : 'closed',
  interarrival: { kind: 'exponential' },
  rate: steady(150),
  times: [],
  kinds: [],
  kindsAt: null,
  bursts: null,
  users: 12,
  areas: [],
  thinkMs: 50,
  mix: [0.7, 0.2, 0.1, 0],
  localMs: 0,
  localHitRate: all(0),
  keptByUsers: null,
  retry: null,
  backgroundTraffic: [],
})

const fault = (nodes: number, links: number): fc.Arbitrary<Fault> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('outage' as const),
      node: fc.integer({ min: 1, max: nodes - 1 }),
      fromMs: fc.constant(500),
      forMs: fc.constant(300),
      inFlight: fc.constantFrom('resume' as const, 'fail' as const),
      instance: fc.constantFrom(null, 1),
      mode: fc.constantFrom('refuse' as const, 'hang' as const),
    }),
    fc.record({
      kind: fc.constant('slow' as const),
      node: fc.integer({ min: 1, max: nodes - 1 }),
      fromMs: fc.constant(400),
      forMs: fc.constant(600),
      factor: fc.constant(3),
    }),
    fc.record({
      kind: fc.constant('cut' as const),
      link: fc.integer({ min: 0, max: links - 1 }),
      fromMs: fc.constant(300),
      forMs: fc.constant(500),
      mode: fc.constantFrom('refuse' as const, 'hang' as const),
    }),
  )

/** A client and up to six nodes behind it, each called by one or two before it; most parts are plain, some are anything. */
export const anyModel: fc.Arbitrary<Model> = fc
  .array(fc.array(fc.nat(5), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 6 })
  .chain((callers) => {
    const ends = callers.flatMap((sources, index) =>
      [...new Set(sources.map((one) => one % (index + 1)))].map((from) => [from, index + 1] as const),
    )
    const nodes = callers.length + 1
    return fc.record({
      nodes: fc.tuple(
        ...Array.from({ length: nodes }, (_, one) =>
          node(
            one,
            ends.flatMap(([from], index) => (from === one ? [index] : [])),
          ),
        ),
      ),
      stations: fc.tuple(...callers.map((_, index) => station(index + 1))),
      links: fc.tuple(...ends.map(([from, to], index) => link(`l${index}`, from, to))),
      sources: fc.boolean().map((open) => [source(open)]),
      faults: fc.array(fault(nodes, ends.length), { maxLength: 1 }),
      retryBudget: mostly(NEVER, 0.2),
    })
  })
