import { steady } from '../src/compile/rates.ts'
import type { LinkModel, Model, NodeModel, SourceModel, StationModel, Step } from '../src/model.ts'

const UNLIMITED = Number.POSITIVE_INFINITY

export const forAll = <T>(value: T): [T, T, T, T] => [value, value, value, value]

/** One call, by one of the links. */
export const callBy = (...links: number[]): Step => ({ links, copies: false, unlessHit: false, inBackground: false })

/** A node without a station. */
export const modelNode = (id: string, parts: Partial<NodeModel> = {}): NodeModel => ({
  id,
  stationOf: forAll(null),
  machinesPerInstance: 1,
  hitRate: forAll(0),
  hitsByDemand: null,
  derivedHits: null,
  items: null,
  program: forAll([]),
  balancing: { by: 'rotation' },
  health: null,
  ejection: null,
  isOnCycle: false,
  ...parts,
})

/** One slot of 50 ms, exponential. */
export const station = (node: number, parts: Partial<StationModel> = {}): StationModel => ({
  key: `station ${node}`,
  node,
  discipline: 'fifo',
  slots: 1,
  instances: 1,
  admission: UNLIMITED,
  memoryLimit: UNLIMITED,
  meanMs: forAll(50),
  distribution: { kind: 'exponential' },
  extraMs: 0,
  failureProbability: 0,
  limits: [],
  storage: forAll(null),
  coldStart: null,
  scaling: null,
  isMirrored: false,
  hasPriorities: false,
  ...parts,
})

/** A pool of one connection, open from the start, with an unlimited queue. */
export const POOL: NonNullable<LinkModel['pool']> = {
  size: 1,
  isAtTarget: false,
  groups: 1,
  isByUser: false,
  followsTarget: false,
  kept: 1,
  openMs: 0,
  queue: UNLIMITED,
  holdMs: 0,
  expiryMs: UNLIMITED,
}

/** A connection that takes no time and holds nobody. */
export const link = (id: string, source: number, target: number, parts: Partial<LinkModel> = {}): LinkModel => ({
  id,
  source,
  target,
  weight: 1,
  latencyMs: 0,
  jitter: { kind: 'none' },
  far: null,
  setupMs: 0,
  requestLineMs: 0,
  responseLineMs: 0,
  requestAccessMs: 0,
  responseAccessMs: 0,
  answersOver: null,
  requestBytes: 0,
  responseBytes: 0,
  perKB: null,
  loss: null,
  reconnect: null,
  failureProbability: 0,
  limits: [],
  pool: null,
  message: null,
  deduplicates: false,
  holds: false,
  replies: false,
  timeoutMs: UNLIMITED,
  cancelsOnTimeout: false,
  expiryMs: UNLIMITED,
  retry: null,
  breaker: null,
  failsOver: false,
  serviceFactor: 1,
  serviceMs: 0,
  hitRate: forAll(0),
  hitsByDemand: null,
  derivedHits: null,
  keptByUsers: null,
  deadLetters: false,
  cost: null,
  stationOf: null,
  priority: 0,
  ...parts,
})

/** A Poisson process of Reads. */
export const source = (node: number, perSecond: number, parts: Partial<SourceModel> = {}): SourceModel => ({
  node,
  clientCluster: '',
  arrivals: 'open',
  interarrival: { kind: 'exponential' },
  rate: steady(perSecond),
  times: [],
  kinds: [],
  kindsAt: null,
  bursts: null,
  users: 1,
  areas: [],
  thinkMs: 1000,
  mix: [1, 0, 0, 0],
  localMs: 0,
  localHitRate: forAll(0),
  keptByUsers: null,
  retry: null,
  backgroundTraffic: [],
  ...parts,
})

interface Single {
  readonly station?: Partial<StationModel>
  readonly link?: Partial<LinkModel>
  readonly source?: Partial<SourceModel>
  readonly model?: Partial<Model>
}

/** A client and a server with one station. */
export const single = (perSecond: number, parts: Single = {}): Model => ({
  nodes: [modelNode('client', { program: forAll([callBy(0)]) }), modelNode('server', { stationOf: forAll(0) })],
  stations: [station(1, parts.station)],
  links: [link('way', 0, 1, parts.link)],
  sources: [source(0, perSecond, parts.source)],
  faults: [],
  retryBudget: UNLIMITED,
  ...parts.model,
})
