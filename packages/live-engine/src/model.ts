import type { NodeType } from '@plimsoll/catalog'
import type { FailureReason, RequestType, Rng } from '@plimsoll/simulation'
import type { Traffic } from './kinds/behaviour.ts'

/** A node as the engine sees it: its constants, its ways onward, and its load in the present tick. */
export interface Station {
  readonly id: string
  readonly index: number
  readonly kind: NodeType
  readonly timeMs: number
  readonly fromClientFactor: number
  /** Requests at a time; infinite when there is no limit. */
  readonly capacity: number
  readonly threshold: number
  readonly failurePerTick: number
  readonly hitRate: number
  readonly choose: Chooser
  readonly client: Client | null
  /** Connections that a request may leave by, and come by, in the order of the flow's edges. */
  readonly out: Link[]
  readonly into: Link[]
  load: number
  utilization: number
  /** Position in `out` whose turn is next in a rotation. */
  turn: number
}

/** A connection between two nodes that are there. */
export interface Link {
  readonly id: string
  /** Among the flow's edges, and in `source.out`. */
  readonly index: number
  readonly position: number
  readonly source: Station
  readonly target: Station
  readonly timeMs: number
  readonly throughputRps: number
  readonly failureProbability: number
  /** The part of its score that stays the same. */
  readonly latencyScore: number
  /** Multiplies its score and its weight: 1, less with a half-open circuit breaker, 0 with an open one. */
  readonly trust: number
  load: number
  utilization: number
  /** Requests sent over it whose visit at its target has not ended. */
  connections: number
}

/** The side of a node that makes requests. */
export interface Client {
  readonly traffic: Traffic
  readonly users: number
  /** Multiplies the rate in the tick that starts at `timeMs`. */
  readonly multiplier: Multiplier
  /** Requests in one tick at a multiplier of 1. */
  readonly perTick: number
  /** A number of its own, from which the addresses of its users are made. */
  readonly addresses: number
  /** Requests due and not made yet; the fraction is carried on. */
  due: number
  made: number
}

export type Multiplier = (traffic: Traffic, timeMs: number, rng: Rng) => number

/** A request under way. Its parts of the diagram are null when there is none, or when an edit took it away. */
export interface LiveRequest {
  readonly serial: number
  readonly type: RequestType
  readonly sizeKB: number
  readonly createdAt: number
  /** How many requests it stands for, at least 1. */
  readonly standsFor: number
  /** Whose request it is among all users, as a 32-bit number. */
  readonly address: number
  readonly destinationId: string | null
  /** Ids of the nodes visited, the present one last. */
  readonly path: string[]
  status: 'pending' | 'processing'
  source: Station | null
  destination: Station | null
  station: Station | null
  /** The connection it came by. */
  link: Link | null
  /** Where it goes when its visit ends, and over what: chosen when the visit begins. */
  next: Station | null
  nextLink: Link | null
  retries: number
  /** It has found no way from its present node. */
  cutOff: boolean
  processingTime: number
  visit: Visit
  totalTime: number
  hoppedAt: number | null
}

/** What a request's stay at a node requires, the way to it included. */
export interface Visit {
  /** Time at the node itself, in ms. */
  readonly nodeMs: number
  readonly requiredMs: number
  /** Whole ticks that it lasts, at least 1. */
  readonly ticks: number
}

/** How a step leaves a request. */
export type Outcome = 'live' | 'completed' | FailureReason

/** Picks one of two or more ways onward. */
export type Chooser = (links: readonly Link[], choice: Choice) => Link | undefined

export interface Choice {
  readonly station: Station
  readonly request: LiveRequest
  readonly route: Route
  /** Simulated ms at the end of the tick. */
  readonly now: number
  readonly rng: Rng
}

/** The ways to one destination. */
export interface Route {
  /** Hops that remain from the station: 0 at the destination, at most 254, 255 where no way leads there. */
  hopsFrom(station: Station): number
  /** Whether a way leads there from the station, or it is there already. */
  leadsFrom(station: Station): boolean
  /** The connections out of the station that lead to the destination, in their order. */
  waysFrom(station: Station): readonly Link[]
  /** The best ways from a station, kept for the rest of the tick. */
  readonly bestWays: Map<Station, { readonly foundAt: number; readonly ways: readonly Scored<Link>[] }>
}

export interface Scored<T> {
  readonly item: T
  readonly score: number
}
