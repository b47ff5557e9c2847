/** Figures of the slots that serve one queue of a node, as in `NodeMeasures`. */
export interface StationMeasures {
  /** What they are for: "reads" or "writes"; empty where they are for all requests. */
  readonly name: string
  readonly offered: number
  readonly served: number
  readonly rejected: number
  readonly working: number
  readonly taken: number
  readonly slots: number
  readonly serviceMs: number
}

/** Figures of a node over a window. Rates are per second, numbers of requests are means over the window. */
export interface NodeMeasures {
  readonly id: string
  /** Requests that came, those turned away included; that were served; that were turned away on arrival; that failed there, those dropped from its queue included. */
  readonly offered: number
  readonly served: number
  readonly rejected: number
  readonly failed: number
  /** Slots that work, and those that are taken: working, or held while a call waits. */
  readonly working: number
  readonly taken: number
  /** Slots in all; Infinity: nobody waits for one. */
  readonly slots: number
  /** Requests there: waiting ones, those at work, and those that wait for a call. */
  readonly present: number
  readonly waiting: number
  /** Mean service time of a visit, and mean time from arrival to end, ms. */
  readonly serviceMs: number
  readonly visitMs: number
  /** Reads that asked its cache; null: its hit rate is 0. */
  readonly reads: number | null
  /** Those that it answered itself. */
  readonly hits: number
  readonly instances: number
  /** Whether it adds and removes instances by itself: it does not behind a balancer that would not use them. */
  readonly scales: boolean
  /** Each of its queues alone: those of reads and of writes may have slots of their own, and the other's are of no use to them. */
  readonly stations: readonly StationMeasures[]
}

/** Figures of an edge over a window. Rates are per second. */
export interface EdgeMeasures {
  readonly id: string
  /** Calls begun, retries included; and those of them that were retries. */
  readonly calls: number
  readonly retries: number
  /** Those that were sent: no limit, breaker or pool stopped them, and none waits for a connection. */
  readonly crossed: number
  readonly succeeded: number
  readonly failed: number
  readonly timedOut: number
  /** Calls that were not sent: stopped by a rate limit, by a full pool, by an open breaker. */
  readonly rateLimited: number
  readonly poolRefused: number
  readonly breakerRefused: number
  /** Connections in use and in all, means; Infinity: no limit. */
  readonly poolInUse: number
  readonly poolSize: number
  /** Calls that wait for a connection, mean. */
  readonly poolWaiting: number
  /** Share of the time that the busier direction transfers, 0 to 1. */
  readonly transferring: number
  /** Mean time that a call waits for the bandwidth, and that it then transfers, both ways, ms. */
  readonly lineWaitMs: number
  readonly lineMs: number
  /** Mean time of a call on the network, both ways, those two included, ms. */
  readonly networkMs: number
  /** Null: its calls are no messages. */
  readonly messages: MessageMeasures | null
}

export interface MessageMeasures {
  /** Per second. */
  readonly published: number
  readonly ended: number
  /** Published and not ended at the end of the window. */
  readonly waiting: number
}

/** What a diagnosis needs of a run: figures over one window that ends now, by element of the flow. */
export interface RunMeasures {
  /** Simulated seconds that the window covers. */
  readonly spanS: number
  /** Whether the window began at Start. */
  readonly isSinceStart: boolean
  /** Requests that clients began, completed and failed per second. */
  readonly offered: number
  readonly completed: number
  readonly failed: number
  /** Share of each request type among those that arrived, 0 to 1. */
  readonly mix: Readonly<Record<string, number>>
  readonly nodes: readonly NodeMeasures[]
  readonly edges: readonly EdgeMeasures[]
}

/** Of a run that has not begun. */
export const NO_MEASURES: RunMeasures = {
  spanS: 0,
  isSinceStart: true,
  offered: 0,
  completed: 0,
  failed: 0,
  mix: {},
  nodes: [],
  edges: [],
}
