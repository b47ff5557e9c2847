import type { NodeData, NodeType } from '@plimsoll/catalog'
import type { Balancing, ByClass, Distribution, Ejection, Health, Rate, StationModel } from '../../model.ts'
import { type Answered, type Asked, NONE } from '../../rules/hit-rate.ts'
import type { EventSettings } from '../../settings.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { Notes } from '../notes.ts'

/** What calls are grouped by, in the order in which a node makes them. */
export const GROUPS = ['service', 'cache', 'database'] as const
export type Group = (typeof GROUPS)[number]

export type WritePolicy = 'through' | 'behind' | 'around'

/** All that the compiler knows of a node: everything in which kinds differ. */
export interface NodePlan {
  /** What it is to those that call it; null: requests do not go to it. */
  readonly group: Group | null
  readonly stations: readonly StationPlan[]
  /** Position in `stations` by class; null: it is passed in no time. */
  readonly stationOf: ByClass<number | null>
  /** Position of the station that read-only connections lead to. */
  readonly readStation: number
  /** Reads that are answered here, of those that may come, where it takes so long to fetch what is missing. */
  readonly reads: (asked: () => readonly Asked[], fetchS: number) => Answered
  /** Whether a request for an item keeps it longer in the cache. */
  readonly renewsItems: boolean
  readonly writes: WritePolicy
  /** How it picks one of all its connections; null: one call per group, by weight. */
  readonly balancer: Balancing | null
  readonly health: Health | null
  readonly ejection: Ejection | null
  readonly failureProbability: number
  /** What a planned outage lasts that is to last so long: something may end it before. And what one by chance lasts, ms. */
  readonly outageMs: (forMs: number) => number
  readonly repairMs: () => number
  /** Whether an outage lasts to the end of the run. */
  readonly staysDown: boolean
  /** Share of reads among its queries, 0 to 1; null: it is no store. */
  readonly readShare: number | null
  /** Where it stands; null: nowhere in particular. */
  readonly region: string | null
  /** Whether it checks and decrypts what comes from clients. */
  readonly answersClients: boolean
  /** Whether those behind it have to decrypt. */
  readonly passesTlsOn: boolean
  /** Whether instances that its targets add get requests. */
  readonly followsScaling: boolean
  readonly protocols: readonly string[]
  /** Machines that each of its instances is made of: the shards and copies of a cache. */
  readonly machinesPerInstance: number
  /** The requests that it makes; null: none of its own. */
  readonly traffic: Traffic | null
}

export type StationPlan = Omit<StationModel, 'key' | 'node' | 'hasPriorities' | 'failureProbability'> & {
  /** Distinguishes it from the node's other stations. */
  readonly name: string
}

/** A client's users, and what their access does to their first connections. */
export interface Traffic {
  readonly users: number
  /** Multiplies the users where another load is tried. */
  readonly scale: number
  readonly thinkMs: number
  /** Multiplies the rate. */
  readonly pattern: Rate
  readonly localMs: number
  /** Reads that devices answer themselves, where a user makes so many a second. */
  readonly local: (readsPerSecond: number) => Answered
  /** How long; 0: not at all. */
  readonly localTtlS: number
  readonly retryWaitsMs: readonly number[]
  readonly latencyMs: number
  readonly bandwidthMbps: number
  readonly lossProbability: number
  /** Share of requests that find the connection up, and how often it is tried to restore it. */
  readonly stability: number
  readonly reconnectAttempts: number
  readonly keepsConnections: boolean
  readonly isSecure: boolean
  /** Work of the server that checks who asks. */
  readonly checkMs: number
  /** By area, of which each has an equal part of the users: whether it is far from a region. */
  readonly areas: readonly ((region: string) => boolean)[]
  /** Kinds of connection that it cannot use. */
  readonly cannotUse: readonly string[]
  readonly speaks: readonly string[]
  readonly prefers: string | null
}

export interface NodeScope {
  readonly id: string
  readonly settings: EventSettings
  readonly notes: Notes
  readonly kept: KeptAnswers
}

export type NodeCompiler<T extends NodeType> = (data: Partial<NodeData<T>>, scope: NodeScope) => NodePlan

/** A node that does nothing by itself; each kind says what differs. */
export const PLAIN: NodePlan = {
  group: 'service',
  stations: [],
  stationOf: [null, null, null, null],
  readStation: 0,
  reads: () => NONE,
  writes: 'through',
  balancer: null,
  health: null,
  ejection: null,
  failureProbability: 0,
  outageMs: (forMs) => forMs,
  repairMs: () => 0,
  staysDown: false,
  renewsItems: true,
  readShare: null,
  region: null,
  answersClients: false,
  passesTlsOn: false,
  followsScaling: true,
  protocols: [],
  machinesPerInstance: 1,
  traffic: null,
}

/** A station without limits. */
export const PLAIN_STATION: StationPlan = {
  name: '',
  discipline: 'fifo',
  slots: Number.POSITIVE_INFINITY,
  instances: 1,
  admission: Number.POSITIVE_INFINITY,
  memoryLimit: Number.POSITIVE_INFINITY,
  meanMs: [0, 0, 0, 0],
  distribution: { kind: 'deterministic' },
  extraMs: 0,
  limits: [],
  storage: [null, null, null, null],
  coldStart: null,
  scaling: null,
  isMirrored: false,
}

/** The shape of a node's service times, and its mean times by class: as the run says for this node, or for all. */
export function service(
  means: ByClass<number>,
  { id, settings }: NodeScope,
): { readonly distribution: Distribution; readonly meanMs: ByClass<number> } {
  const shape = Object.hasOwn(settings.serviceOf, id) ? settings.serviceOf[id] : settings.service
  return shape === undefined || shape === 'zero'
    ? { distribution: { kind: 'deterministic' }, meanMs: [0, 0, 0, 0] }
    : { distribution: shape, meanMs: means }
}

/** The users of closed arrivals. */
export const closedUsersOf = ({ users, scale }: Pick<Traffic, 'users' | 'scale'>): number =>
  Math.max(1, Math.round(users * scale))

/** Requests that one user makes each second, answered at once. */
export const perUser = ({ thinkMs }: Pick<Traffic, 'thinkMs'>): number => 1000 / Math.max(SHORTEST_THINK_MS, thinkMs)

/** A user who does not think at all makes requests at this pace, where answers take no time. */
const SHORTEST_THINK_MS = 1

/** A chance of reads that others do not have. */
export const forReads = (chance: number): ByClass<number> => [chance, 0, 0, 0]

export const forAll = <T>(value: T): ByClass<T> => [value, value, value, value]

/** Reads, and what counts as one where there are only reads and writes; then writes. */
export const readsAndWrites = <T>(reads: T, writes: T): ByClass<T> => [reads, writes, reads, writes]
