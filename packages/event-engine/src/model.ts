import type { Breaker } from './rules/breaker.ts'
import type { KeptByUsers } from './rules/kept-by-users.ts'
import type { Bucket } from './rules/token-bucket.ts'

/*
 * A flow made ready for the event engine: plain numbers, no property names. Times are ms, rates per second, shares 0 to 1;
 * `Infinity` is "no limit". "By class" lists follow REQUEST_TYPES. Nodes, stations, links and sources point at each other by
 * their position in the model's lists.
 */

export interface Model {
  readonly nodes: readonly NodeModel[]
  readonly stations: readonly StationModel[]
  readonly links: readonly LinkModel[]
  readonly sources: readonly SourceModel[]
  readonly faults: readonly Fault[]
  readonly retryBudget: number
}

/** A shape of random times, of mean 1; the mean stands beside it. `scv` is the squared coefficient of variation. */
export type Distribution =
  | { readonly kind: 'deterministic' }
  | { readonly kind: 'exponential' }
  | { readonly kind: 'lognormal'; readonly scv: number }
  /** Two exponential phases with balanced means; `scv` above 1. */
  | { readonly kind: 'hyperexponential'; readonly scv: number }
  | { readonly kind: 'erlang'; readonly phases: number }
  /** A share of the requests takes `factor` times as long as the others. */
  | { readonly kind: 'two-point'; readonly share: number; readonly factor: number }

export type ByClass<T> = readonly [T, T, T, T]

/** A node that requests visit. */
export interface NodeModel {
  readonly id: string
  /** Where a request of each class works and waits; null: it passes in no time (a client, or a cache that a write goes around). */
  readonly stationOf: ByClass<number | null>
  /** Machines that each of its instances is made of, and that are paid for. */
  readonly machinesPerInstance: number
  /** Chance that a visit of each class ends the request's search here (a cache hit): steps that `hits` skips are left out. */
  readonly hitRate: ByClass<number>
  /** Of reads, where closed users wait for their answers; null: it is the same. */
  readonly hitsByDemand: HitsByDemand | null
  /** Null: the hit rate depends neither on the load nor on how long a fetch takes. */
  readonly derivedHits: DerivedHits | null
  /** What hits depend on where the cache is emptied during the run; null: each visit hits by chance. */
  readonly items: CachedItemsModel | null
  /** What a visit does after its work here, in order. */
  readonly program: ByClass<readonly Step[]>
  readonly balancing: Balancing
  /** How a failed target is taken out and back; null: it never is. */
  readonly health: Health | null
  /** Takes out single targets that keep failing. */
  readonly ejection: Ejection | null
  /** Whether the node lies on a cycle of connections, where the path of a request has to be watched. */
  readonly isOnCycle: boolean
}

/** Hit rates where closed users make fewer requests than if answers took no time. */
export interface HitsByDemand {
  /** Whose clients' requests count. */
  readonly clientCluster: string
  /** At a half, a quarter, an eighth … of the requests. */
  readonly hitRates: readonly number[]
}

/** What a hit rate that is derived would be under other conditions. */
export interface DerivedHits {
  readonly atTwiceTheLoad: number
  /** If a fetch took twice as long. */
  readonly atTwiceTheFetch: number
}

/** Items in a cache. */
export interface CachedItemsModel {
  /** By item: its share of the requests that come to it. */
  readonly shares: Float64Array
  /** In the long run, if fetches took no time. */
  readonly hitRate: number
  /** A request keeps an item longer in the cache (LRU), or only its fetching counts (FIFO, Random). */
  readonly isRenewed: boolean
}

/** One call, or a copy to every target. */
export interface Step {
  readonly links: readonly number[]
  readonly copies: boolean
  /** Left out when this node or an earlier step had a hit. */
  readonly unlessHit: boolean
  /** The visit goes on, and may end, without it. */
  readonly inBackground: boolean
}

export type Balancing =
  | { readonly by: 'weight' }
  | { readonly by: 'rotation' }
  | { readonly by: 'weighted-rotation' }
  | { readonly by: 'least-connections' }
  | { readonly by: 'two-choices' }
  /** The same user (open arrivals: every request is another user's) always takes the same way. */
  | { readonly by: 'user' }
  /** Requests of a class take the same way. */
  | { readonly by: 'class' }
  /** The first that is up. */
  | { readonly by: 'first' }
  /** As `otherwise`, but a user of closed arrivals stays with the first target for `forMs` of idleness. */
  | { readonly by: 'session'; readonly forMs: number; readonly otherwise: Exclude<Balancing, { by: 'session' }> }

export interface Health {
  readonly intervalMs: number
  readonly timeoutMs: number
  readonly unhealthyAfter: number
  readonly healthyAfter: number
}

/** Envoy's outlier detection. */
export interface Ejection {
  readonly afterErrors: number
  readonly forMs: number
  readonly mostShare: number
}

/** A queue with its slots. */
export interface StationModel {
  /** Keys its random streams: the node's id, and what distinguishes it from the node's other stations. */
  readonly key: string
  readonly node: number
  /** `fifo`: each slot works on one request; `shared`: all requests at work share the slots as cores, none faster than one core. */
  readonly discipline: 'fifo' | 'shared'
  /** Per instance. Infinity: nobody waits. */
  readonly slots: number
  readonly instances: number
  /** Most requests in an instance, waiting, at work and held by calls. */
  readonly admission: number
  /** Most requests in an instance by memory; a second limit of the same kind with a reason of its own. */
  readonly memoryLimit: number
  readonly meanMs: ByClass<number>
  readonly distribution: Distribution
  /** Added to each service time. */
  readonly extraMs: number
  /** Per request, found at the end of its service. */
  readonly failureProbability: number
  readonly limits: readonly Bucket[]
  /**
   * A line of operations in front of the service, at most so many a second by class (storage): equal numbers of `line` share it. `isSpread`:
   * it is so many with all instances that are drawn, and each does its part.
   */
  readonly storage: ByClass<{ readonly line: number; readonly perSecond: number; readonly isSpread: boolean } | null>
  readonly coldStart: { readonly ms: number; readonly afterIdleMs: number } | null
  readonly scaling: Scaling | null
  /** Every instance of its node does its work: it goes on as long as one of them is up. */
  readonly isMirrored: boolean
  /** Classes of priority by link would reorder the queue; 0: first come, first served. */
  readonly hasPriorities: boolean
}

export interface Scaling {
  /** What is held at the target: the share of slots at work, of slots that are taken, of the admission limit, or requests per slot. */
  readonly metric: 'slots' | 'taken' | 'admission' | 'requests'
  /** Share. */
  readonly target: number
  readonly min: number
  readonly max: number
  readonly syncMs: number
  readonly readyMs: number
  readonly tolerance: number
  readonly stabilisationMs: number
}

/** A connection that requests take. */
export interface LinkModel {
  readonly id: string
  readonly source: number
  readonly target: number
  readonly weight: number
  /** One way. */
  readonly latencyMs: number
  /** Spread of the latency. `uniform` is ± that share. */
  readonly jitter:
    | { readonly kind: 'none' }
    | { readonly kind: 'uniform'; readonly share: number }
    | { readonly kind: 'lognormal'; readonly scv: number }
  /**
   * Users of areas that are far from the target's region are farther away by `ms`, one way, and what takes round trips takes them
   * longer: before a call is sent, for each lost packet, for a new connection.
   */
  readonly far: {
    readonly region: number
    readonly ms: number
    readonly setupMs: number
    readonly lossMs: number
    readonly reconnectMs: number
  } | null
  /** Once per call, before it is sent (handshakes, checks, an extra hop). */
  readonly setupMs: number
  /** Time that a request and a response keep the line of their direction busy; they wait for each other. 0: no line. */
  readonly requestLineMs: number
  readonly responseLineMs: number
  /** Index of the link in the other direction whose line its responses take, with the requests there; null: they have one of their own. */
  readonly answersOver: number | null
  /** Time on the user's own access line, at once and for nobody else: the message has come when both lines are done. */
  readonly requestAccessMs: number
  readonly responseAccessMs: number
  readonly requestBytes: number
  readonly responseBytes: number
  /** Where requests come as their client sends them, and some have sizes of their own: what a KB of one takes. Null: none has. */
  readonly perKB: {
    readonly lineMs: number
    readonly accessMs: number
    readonly bytes: number
    /** Of which packets are at most. */
    readonly packetBytes: number
  } | null
  /** Per packet of a message of so many: each lost one costs `delayMs` (Infinity: the request is lost). */
  readonly loss: { readonly probability: number; readonly packets: number; readonly delayMs: number } | null
  /** Chance that a request needs a new connection first, which takes so long. */
  readonly reconnect: { readonly probability: number; readonly ms: number } | null
  readonly failureProbability: number
  readonly limits: readonly Bucket[]
  readonly pool: Pool | null
  /**
   * Calls are messages, whose sender does not wait for the consumer: it goes on when the message is `sent`, or when it is
   * `acknowledged` by the target. Null: the sender waits for the call.
   */
  readonly message: 'sent' | 'acknowledged' | null
  /** The broker has each message once, however often its sender publishes it again since it has not learned that it came. */
  readonly deduplicates: boolean
  /** True: the caller keeps its slot until the reply. False: it lets go. */
  readonly holds: boolean
  /** Whether an answer comes back over it, held or not: it takes the latency and the line of its direction once more. */
  readonly replies: boolean
  /** From the call's start to its reply. */
  readonly timeoutMs: number
  /** A call that was given up is taken out of the target, too. */
  readonly cancelsOnTimeout: boolean
  /** Longest wait in the queue of the target (and of the pool); what waits longer is dropped. */
  readonly expiryMs: number
  readonly retry: Retry | null
  readonly breaker: Breaker | null
  /** On failure, once all retries are used, the next link of the same step is tried. */
  readonly failsOver: boolean
  /** Multiplies the service time at the target. */
  readonly serviceFactor: number
  /** Added to the service time at the target, after the factor (checks of who asks, decryption). */
  readonly serviceMs: number
  /** Chance that a call of each class is answered by what its sender kept, without crossing: it takes no time and is a success. */
  readonly hitRate: ByClass<number>
  /** As of a node. */
  readonly hitsByDemand: HitsByDemand | null
  readonly derivedHits: DerivedHits | null
  /** Of closed users: in place of that of reads, which is where answers take no time. */
  readonly keptByUsers: KeptByUsers | null
  /** Messages that expire, find the queue full or fail at their consumer for good are kept. */
  readonly deadLetters: boolean
  /** In dollars; null: it costs nothing. */
  readonly cost: { readonly perGB: number; readonly perMillion: number } | null
  /** Index of the station that takes requests of each class over this link instead of the target's own; null: its own. */
  readonly stationOf: ByClass<number> | null
  /** Higher goes first where a station has priorities. */
  readonly priority: number
}

/** Slots that calls take, each until the target is done with it, whether or not the caller holds. */
export interface Pool {
  readonly size: number
  /** They are consumers at the target: a call takes one when it has come there, and waits for it at the broker. */
  readonly isAtTarget: boolean
  /** Equal parts of the slots: of consumer groups, each of which gets a copy of each message, or of users. */
  readonly groups: number
  /** The parts are those of the source's users. */
  readonly isByUser: boolean
  /** There are as many as the target has slots, now more and now fewer; `size` is the most. */
  readonly followsTarget: boolean
  /** Open from the start. Each further slot is opened once, by the call that first needs it and waits `openMs` for it. */
  readonly kept: number
  readonly openMs: number
  /** Most that wait for a slot: 0 refuses at once. */
  readonly queue: number
  /** A slot is kept at least so long. */
  readonly holdMs: number
  readonly expiryMs: number
}

export type Jitter = 'none' | 'full' | 'equal' | 'decorrelated'

export interface Retry {
  /** Waits before the first, second, … retry. */
  readonly waitsMs: readonly number[]
  readonly jitter: Jitter
}

/** How many requests per second are expected, by simulated ms: piecewise constant. */
export interface Rate {
  readonly at: (timeMs: number) => number
  /** The next time after `timeMs` at which it may be another; Infinity: it stays. */
  readonly changesAt: (timeMs: number) => number
  /** It never changes. */
  readonly isSteady: boolean
  /** Of a swing, which the run has to see whole; 0: there is none. */
  readonly periodMs: number
  /** Of a random rate: that of one run, by a seed of 32 bits. The other fields are then of its mean. */
  readonly ofRun?: (seed: number) => Rate
  /** The same for the same rate at all times. */
  readonly key: string
}

/**
 * A Markov-modulated Poisson process of two states, each of which lasts an exponential time of that mean. The factors of the rate are 1
 * in the mean over time.
 */
export interface Bursts {
  readonly burst: { readonly factor: number; readonly meanMs: number }
  readonly calm: { readonly factor: number; readonly meanMs: number }
}

/** Null: as for all others. */
export interface RequestKind {
  readonly requestClass: number | null
  readonly sizeKB: number | null
}

/** A client's traffic. */
export interface SourceModel {
  readonly node: number
  /** The same for clients that are connected, so that their requests may ask for the same. */
  readonly clientCluster: string
  readonly arrivals: 'open' | 'closed' | 'even' | 'listed'
  /** Of open arrivals: of the time between two, counted in requests that are expected. */
  readonly interarrival: Distribution
  readonly rate: Rate
  /** Of listed arrivals, ms: one request each, in order. */
  readonly times: readonly number[]
  /** What single requests are; none: all are alike. The listed arrivals are of these kinds, one by one. */
  readonly kinds: readonly RequestKind[]
  /** Of other arrivals: the position of the first kind that comes at a time, and the cumulative shares of it and those after it. */
  readonly kindsAt: ((timeMs: number) => { readonly first: number; readonly upTo: readonly number[] }) | null
  /** Of open arrivals: the rate changes by chance, too. */
  readonly bursts: Bursts | null
  readonly users: number
  readonly thinkMs: number
  /** Equally large parts of the users: by region, whether it is far from them. None: all are near. */
  readonly areas: readonly (readonly boolean[])[]
  /** Sums to 1. */
  readonly mix: ByClass<number>
  /** Time of the device itself, per request. */
  readonly localMs: number
  /** Chance that a request of each class is answered by the client's own cache. */
  readonly localHitRate: ByClass<number>
  /** Of closed users: in place of that of reads, which is where answers take no time. */
  readonly keptByUsers: KeptByUsers | null
  /** The outermost retries, around the whole request. */
  readonly retry: Retry | null
  /** Messages of a second kind that load the connections only: rate and bytes, by link. */
  readonly backgroundTraffic: readonly {
    readonly link: number
    readonly perSecond: number
    readonly lineMs: number
    readonly bytes: number
  }[]
}

/** What is made to happen during a run; `planned`: by which of the faults in the settings, if by any. */
export type Fault = AnyFault & { readonly planned?: number }

type AnyFault =
  | {
      readonly kind: 'outage'
      readonly node: number
      /** One instance of it, counted from 1; null: all of it. */
      readonly instance: number | null
      readonly fromMs: number
      readonly forMs: number
      readonly inFlight: InFlight
      readonly mode: FaultMode
    }
  /** Up and down for exponential times, in turn. None lasts longer than `mostDownMs`. `others` break down with the node, none for longer. */
  | {
      readonly kind: 'breakdowns'
      readonly node: number
      readonly others: readonly { readonly node: number; readonly mostDownMs: number }[]
      readonly meanUpMs: number
      readonly meanDownMs: number
      readonly mostDownMs: number
      readonly inFlight: InFlight
    }
  | {
      readonly kind: 'slow'
      readonly node: number
      readonly fromMs: number
      readonly forMs: number
      readonly factor: number
    }
  | {
      readonly kind: 'cut'
      readonly link: number
      readonly fromMs: number
      readonly forMs: number
      readonly mode: FaultMode
    }
  /** A share of its packets is lost, beside what it loses anyway. */
  | {
      readonly kind: 'lose'
      readonly link: number
      readonly fromMs: number
      readonly forMs: number
      readonly share: number
    }
  /** The node's caches are emptied: no hits for so long. */
  | { readonly kind: 'cold'; readonly node: number; readonly fromMs: number; readonly forMs: number }

/** What comes back from what is out: a failure at once, or nothing, so that only a timeout ends the call. */
export type FaultMode = 'refuse' | 'hang'

/** What an outage does to requests at the node: they wait and go on where they were (new ones wait too), or they and new ones fail. */
type InFlight = 'resume' | 'fail'
