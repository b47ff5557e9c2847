import type { Change } from './measure/change-log.ts'
import type { Histogram } from './measure/histogram.ts'

/*
 * What one run of the event engine measured after its warm-up. Plain data: survives structured cloning. Times are ms unless the
 * name says otherwise; lists follow the model's.
 */

export interface RunOutcome {
  readonly seed: number
  /** Simulated, after the warm-up. */
  readonly measuredMs: number
  /** Why it ended before its duration; null: it did not. */
  readonly endedEarly: 'too many events' | 'too many in flight' | null
  readonly events: number
  readonly requests: RequestCounts
  readonly byClient: readonly PartCounts[]
  readonly byClass: readonly PartCounts[]
  readonly nodes: readonly NodeOutcome[]
  readonly links: readonly LinkOutcome[]
  /** Of all connections together; null where none carried messages. */
  readonly messages: MessageOutcome | null
  readonly series: Series
  readonly slices: Slices
  /** Of breakers and instances, from the start of the run on: the first of them, and how many more there were. */
  readonly changes: { readonly list: readonly Change[]; readonly leftOut: number }
  /** The slowest completed requests, slowest first: by their numbers. */
  readonly slowest: readonly { readonly serial: number; readonly responseMs: number }[]
  readonly traces: readonly Trace[]
}

/** `inFlightAtStart + arrived = completed + failed + inFlightAtEnd`. */
export interface RequestCounts {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  /** Answers that clients had kept, on the device or for a connection of theirs. */
  readonly kept: number
  readonly inFlightAtStart: number
  readonly inFlightAtEnd: number
  /** Failed ones by reason. */
  readonly reasons: Readonly<Record<string, number>>
  /** Of the completed. */
  readonly response: Histogram
}

/** Of a client, or of a type of requests. */
export interface PartCounts extends RequestCounts {
  /** Response times of each slice of the run, as `Slices` has those of all. */
  readonly slices: readonly Histogram[]
}

export interface NodeOutcome {
  readonly arrived: number
  readonly completed: number
  /** Failed while there: in its service, by an outage, by a call that it made. */
  readonly failed: number
  /** Turned away on arrival. */
  readonly rejected: number
  /** Dropped from its queue. */
  readonly expired: number
  /** Requests that found no slot free, of the arrived. */
  readonly waited: number
  /** Services begun. */
  readonly started: number
  /** Time means over the run. */
  readonly meanSlots: number
  readonly meanInstances: number
  readonly meanInSystem: number
  readonly meanQueue: number
  /** Slots taken, held ones included; and slots at work. */
  readonly meanBusy: number
  readonly meanWorking: number
  /** The share that is taken of what is taken the most, 0 to 1: slots, those of reads or of writes alone, or the requests that it admits. */
  readonly meanFullest: number
  /** Time share of 0, 1, 2, … 63 requests there (the last: 63 and more). */
  readonly inSystem: readonly number[]
  readonly mostInSystem: number
  readonly mostQueue: number
  /** Share of the time that it was up. */
  readonly availability: number
  /** Of the visits that began their service, or ended. */
  readonly waitMs: number
  readonly serviceMs: number
  readonly responseMs: number
  /** Visits that asked its cache (writes do not), and the hits among them. */
  readonly lookups: number
  readonly hits: number
  /** Of the visits that ended; null where the flow has too many nodes for one each. */
  readonly response: Histogram | null
  /** The same of each slice of the run, as `Slices` has the response times; those of many nodes in buckets of 1/32 octave. Empty: null. */
  readonly slices: readonly Histogram[]
}

export interface LinkOutcome {
  /** Calls begun, retries included; and those of them that were retries, or took the place of one that had failed over another link. */
  readonly attempts: number
  readonly retries: number
  readonly failovers: number
  /** Calls sent. */
  readonly crossed: number
  readonly succeeded: number
  readonly failed: number
  readonly timedOut: number
  /** Stopped by an open breaker, a rate limit, a full pool. */
  readonly refused: Readonly<Record<string, number>>
  readonly lost: number
  /** Dropped while they waited for a place in the pool. */
  readonly expired: number
  readonly bytes: number
  /** Time shares of the line being busy, each direction. */
  readonly requestLine: number
  readonly responseLine: number
  /** By how much of the time what the line has still to carry has grown. */
  readonly requestLineGrowth: number
  readonly responseLineGrowth: number
  /** Means per call that crossed, both directions. */
  readonly networkMs: number
  readonly lineWaitMs: number
  readonly lineMs: number
  readonly poolWaitMs: number
  readonly meanPoolBusy: number
  readonly meanPoolQueue: number
  readonly mostPoolQueue: number
  /** Null where no call was a message. */
  readonly messages: MessageOutcome | null
}

/**
 * Messages: calls that nobody waits for, or no longer. Each has one end, so that `waitingAtStart + published = processed + failed +
 * expired + lost + waitingAtEnd`.
 */
export interface MessageOutcome {
  readonly published: number
  /** Of those, calls whose caller stopped waiting: published at that moment. */
  readonly givenUp: number
  /** Deliveries after a failed one. */
  readonly redelivered: number
  readonly processed: number
  /** Failed at their consumer for good, or found the queue full and are kept. */
  readonly failed: number
  /** Of the failed and the expired, those kept in a dead-letter queue. */
  readonly deadLettered: number
  /** Dropped from a queue, where they waited for too long. */
  readonly expired: number
  /** Never handed over, dropped from a full queue and not kept, or a write behind a cache that failed for good. */
  readonly lost: number
  /** Published and not ended: the lag. */
  readonly waitingAtStart: number
  readonly waitingAtEnd: number
  readonly meanWaiting: number
  readonly mostWaiting: number
  /** At the end of each span of the series, from the start of the run on. */
  readonly waiting: readonly number[]
  /** In each span: messages processed, and the sum of their delays. */
  readonly processedOverTime: readonly number[]
  readonly delayMsOverTime: readonly number[]
  /** In each span: the delays, in buckets of 1/32 octave. Null where they are not kept. */
  readonly delaysOverTime: readonly Histogram[] | null
  /** From publishing to the end of the processing, of the processed. */
  readonly delay: Histogram
  /** The same of each slice of the run, as `Slices` has the response times; those of many connections in buckets of 1/32 octave. */
  readonly delaySlices: readonly Histogram[]
}

/** Sums over equal spans of the whole run, warm-up included, by time of the event. */
export interface Series {
  readonly spanMs: number
  readonly arrived: readonly number[]
  readonly completed: readonly number[]
  readonly failed: readonly number[]
  /** Calls of all links, retries included. */
  readonly attempts: readonly number[]
  readonly responseMsSum: readonly number[]
  /** Of the completed requests, in buckets of 1/32 octave. */
  readonly responses: readonly Histogram[]
  /** By node: time means over each span. Empty where the flow has too many nodes. */
  readonly inSystem: readonly (readonly number[])[]
  readonly instances: readonly (readonly number[])[]
  readonly busy: readonly (readonly number[])[]
  /** Requests that are neither served nor hold a slot for a call; at a processor that is shared, those beyond its cores. */
  readonly waiting: readonly (readonly number[])[]
  /** Slots taken, those held by calls included, over slots; null where there is none, or no limit of them. */
  readonly utilization: readonly (readonly (number | null)[])[]
  /** The share that is taken of what is taken the most, as `meanFullest`; null where there is no limit. */
  readonly fullest: readonly (readonly (number | null)[])[]
  /** By link: requests waiting for its pool, at the end of each span. */
  readonly poolQueue: readonly (readonly number[])[]
}

/**
 * Equal parts of the time since the start of the run, warm-up included: `SLICES.responses` and `SLICES.inSystem` of them, fewer where
 * the run ended early.
 */
interface Slices {
  /** Simulated time of the whole run, ms. */
  readonly durationMs: number
  /** Response times of the requests that completed in each. */
  readonly responses: readonly Histogram[]
  /** Time integral of the number of requests at all stations over each, ms. */
  readonly inSystemMs: readonly number[]
}

/** A request's way: when it was where. */
export interface Trace {
  readonly serial: number
  readonly requestType: number
  readonly client: number
  /** Simulated, since the start of the run. */
  readonly startMs: number
  readonly responseMs: number
  readonly spans: readonly TraceSpan[]
}

export interface TraceSpan {
  readonly node: number
  /** The link it came by; -1 at the client. */
  readonly link: number
  /** Since the request's start. */
  readonly calledMs: number
  readonly arrivedMs: number
  readonly startedMs: number
  readonly endedMs: number
  readonly repliedMs: number
  readonly depth: number
  readonly outcome: string
}
