import { createRng, type Rng } from '@plimsoll/simulation'
import fc from 'fast-check'
import { steady, stepped } from '../../src/compile/rates.ts'
import type { Fault, LinkModel, Model, NodeModel, RequestKind, SourceModel, StationModel } from '../../src/model.ts'
import { anyModel } from '../engine/any-model.ts'

const NEVER = Number.POSITIVE_INFINITY

/** Chooses by chance. */
class Chance {
  readonly #random: Rng

  constructor(seed: number) {
    this.#random = createRng(seed)
  }

  is(probability: number): boolean {
    return this.#random() < probability
  }

  one<T>(...values: readonly T[]): T {
    return values[this.under(values.length)] as T
  }

  under(below: number): number {
    return Math.floor(this.#random() * below)
  }

  /** Some properties, or none. */
  some<T extends object>(probability: number, properties: T): Partial<T> {
    return this.is(probability) ? properties : {}
  }
}

/** A model of any shape with properties of all kinds, as far as the core knows them. */
export const anyRun: fc.Arbitrary<Model> = fc
  .tuple(anyModel, fc.nat(1_000_000))
  .map(([model, seed]) => withMore(model, new Chance(seed)))

function withMore(model: Model, by: Chance): Model {
  const links = model.links.map((link) => anyLink(link, model.links.length, by))
  const kinds = by.is(0.2) ? KINDS : by.is(0.2) ? [{ requestClass: null, sizeKB: 7 }] : []
  const parts = { nodes: model.nodes.length, links: links.length }
  return {
    ...model,
    links,
    stations: model.stations.map((station) => anyStation(station, by)),
    nodes: model.nodes.map((node) => anyNode(node, links, by)),
    sources: Array.from({ length: by.one(1, 1, 2, 3) }, () => anySource(model.sources[0] as SourceModel, kinds, by)),
    faults: [
      ...model.faults.filter(({ kind }) => kind !== 'slow'),
      ...Array.from({ length: by.one(0, 1, 2) }, () => anyFault(parts, by)),
    ],
    retryBudget: by.one(NEVER, NEVER, 0.1),
  }
}

function anyStation(station: StationModel, by: Chance): StationModel {
  const line = (line: number) => (by.is(0.2) ? null : { line, perSecond: by.one(80, 300), isSpread: by.is(0.5) })
  return {
    ...station,
    ...by.some(0.25, {
      slots: station.slots === NEVER ? 2 : station.slots,
      scaling: {
        metric: by.one('slots', 'taken', 'requests'),
        target: 0.5,
        min: 1,
        max: 4,
        syncMs: 200,
        readyMs: 150,
        tolerance: 0.1,
        stabilisationMs: 300,
      },
    }),
    ...by.some(0.3, { storage: [line(0), line(1), line(1), line(1)] as const }),
    ...by.some(0.2, { coldStart: { ms: 20, afterIdleMs: 30 } }),
    ...by.some(0.25, {
      limits: [
        { perSecond: 60, burst: 5, reason: 'a limit' },
        { perSecond: 3000, burst: 2, reason: 'another' },
      ],
    }),
    ...by.some(0.3, { hasPriorities: true }),
    ...by.some(0.3, { instances: by.one(1, 2, 3), isMirrored: by.is(0.3) }),
    ...by.some(0.3, {
      distribution: by.one<StationModel['distribution']>(
        { kind: 'hyperexponential', scv: 3 },
        { kind: 'erlang', phases: 3 },
        { kind: 'two-point', share: 0.1, factor: 6 },
      ),
    }),
  }
}

/** Only messages are told apart. */
function anyLink(link: LinkModel, links: number, by: Chance): LinkModel {
  const any = anyProperties(link, links, by)
  return { ...any, deduplicates: any.deduplicates && any.message !== null }
}

function anyProperties(link: LinkModel, links: number, by: Chance): LinkModel {
  const groups = by.one(1, 1, 2)
  return {
    ...link,
    ...by.some(0.3, {
      latencyMs: by.one(1, 4),
      jitter: by.one<LinkModel['jitter']>(
        { kind: 'none' },
        { kind: 'lognormal', scv: 0.5 },
        { kind: 'uniform', share: 0.3 },
      ),
    }),
    ...by.some(0.3, { far: { region: by.under(3), ms: 15, setupMs: 30, lossMs: 7, reconnectMs: 9 } }),
    ...by.some(0.3, {
      requestLineMs: by.one(1, 5),
      responseLineMs: by.one(0, 2, 6),
      responseAccessMs: by.one(0, 3),
      answersOver: by.is(0.3) ? by.under(links) : null,
    }),
    ...by.some(0.2, { perKB: { lineMs: 0.3, accessMs: 0.1, bytes: 1000, packetBytes: 1460 } }),
    ...by.some(0.3, { loss: { probability: 0.1, packets: 3, delayMs: by.one(NEVER, 200, 5) } }),
    ...by.some(0.2, { reconnect: { probability: 0.2, ms: 11 } }),
    ...by.some(0.2, { limits: [{ perSecond: 80, burst: 10, reason: 'a limit of a connection' }] }),
    ...by.some(0.4, {
      pool: {
        size: by.one(1, 2, 6),
        kept: by.one(0, 1, 3e9, NEVER),
        openMs: by.one(0, 7),
        queue: by.one(0, 3, NEVER),
        holdMs: by.one(0, 0, 10, 40),
        expiryMs: by.one(NEVER, 25, 80),
        isAtTarget: false,
        groups: 1,
        isByUser: false,
        followsTarget: false,
      },
    }),
    ...by.some(0.3, {
      message: by.one('sent' as const, 'acknowledged' as const),
      holds: false,
      expiryMs: by.one(NEVER, 60),
      deadLetters: by.is(0.5),
      pool: {
        size: by.one(NEVER, 4 * groups),
        kept: 1,
        openMs: 0,
        queue: by.one(5, NEVER),
        holdMs: 0,
        expiryMs: by.one(NEVER, 60),
        isAtTarget: true,
        groups,
        isByUser: false,
        followsTarget: by.is(0.3),
      },
    }),
    ...by.some(0.2, { hitRate: [0.3, 0, 0, 0] as const }),
    ...by.some(0.3, { timeoutMs: by.one(15, 60, 200) }),
    ...by.some(0.35, {
      retry: {
        waitsMs: by.one([5], [0, 10], [20, 40, 80]),
        jitter: by.one('none', 'none', 'full', 'equal', 'decorrelated'),
      },
    }),
    ...by.some(0.2, { priority: by.under(3) }),
  }
}

/** Each consumer group gets a copy of its own. */
function anyNode(node: NodeModel, links: readonly LinkModel[], by: Chance): NodeModel {
  const isGrouped = (link: number) => (links[link]?.pool?.groups ?? 1) > 1
  const program = node.program.map((steps) =>
    steps.map((step) => {
      if (!step.links.some(isGrouped) && !by.is(0.25)) return step
      return { ...step, copies: true, links: step.links.flatMap((link) => (by.is(0.4) ? [link, link] : [link])) }
    }),
  )
  return {
    ...node,
    program: program as unknown as NodeModel['program'],
    ...by.some(0.25, {
      balancing: by.one<NodeModel['balancing']>(
        { by: 'weighted-rotation' },
        { by: 'first' },
        { by: 'class' },
        { by: 'session', forMs: 200, otherwise: { by: 'rotation' } },
      ),
    }),
    ...by.some(0.3, { hitRate: [0.4, 0.1, 0, 0] as const }),
  }
}

const KINDS: readonly RequestKind[] = [
  { requestClass: 1, sizeKB: 20 },
  { requestClass: null, sizeKB: null },
  { requestClass: 0, sizeKB: 2 },
]

function anySource(source: SourceModel, kinds: readonly RequestKind[], by: Chance): SourceModel {
  const upTo = kinds.map((_, index) => (index + 1) / kinds.length)
  return {
    ...source,
    arrivals: kinds.length > 0 ? 'open' : by.one('open', 'open', 'even', 'listed'),
    interarrival: by.one({ kind: 'exponential' }, { kind: 'lognormal', scv: 2 }),
    times: Array.from({ length: 300 }, (_, index) => index * 9 + (index % 7)),
    rate: by.one(steady(100), steady(40), { ...stepped(300, (step) => [50, 0, 200][step % 3] ?? 0), key: 'in steps' }),
    kinds,
    kindsAt: kinds.length > 0 ? () => ({ first: 0, upTo }) : null,
    bursts: by.is(0.2) ? { burst: { factor: 3, meanMs: 100 }, calm: { factor: 0.5, meanMs: 400 } } : null,
    areas: by.is(0.5)
      ? [
          [true, false],
          [false, true],
          [true, true],
        ]
      : [],
    mix: by.one([0.7, 0.2, 0.1, 0], [1, 0, 0, 0], [0.1, 0.3, 0.3, 0.3]),
    localMs: by.one(0, 0, 2),
    localHitRate: by.one([0, 0, 0, 0], [0.2, 0, 0, 0]),
    retry: by.one(null, null, { waitsMs: [10, 20], jitter: 'none' }, { waitsMs: [10, 20], jitter: 'decorrelated' }),
    backgroundTraffic: by.is(0.4) ? [{ link: 0, perSecond: 20, lineMs: 4, bytes: 500 }] : [],
  }
}

function anyFault({ nodes, links }: { readonly nodes: number; readonly links: number }, by: Chance): Fault {
  const node = 1 + by.under(nodes - 1)
  const link = by.under(links)
  const inFlight = by.one('resume', 'fail')
  return by.one<Fault>(
    { kind: 'cold', node, fromMs: 400, forMs: 700 },
    { kind: 'lose', link, fromMs: 400, forMs: 700, share: 0.4 },
    { kind: 'cut', link, fromMs: 700, forMs: 300, mode: by.one('refuse', 'hang') },
    {
      kind: 'outage',
      node,
      fromMs: by.one(300, 900),
      forMs: 400,
      inFlight,
      instance: by.one(null, 1, 2),
      mode: by.one('refuse', 'hang'),
    },
  )
}
