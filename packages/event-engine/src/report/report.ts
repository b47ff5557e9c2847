import type { RequestType } from '@plimsoll/simulation'
import type { Estimate } from '../statistics/estimate.ts'
import type { ResponseFigure } from '../statistics/response-figures.ts'
import type { Mark } from './marks.ts'
import type { Verdict, VerdictResult } from './objectives.ts'
import type { Bin } from './response-bins.ts'

/** The form of the report; any change to it that a reader could notice makes the next version. */
export const EVENT_REPORT = { format: 'plimsoll-event-run', version: 8 } as const

/** A change to the engine by which some flow and seed would give other figures makes the next version. */
export const EVENT_ENGINE = { name: 'events', version: 21 } as const

export type { Estimate }

/**
 * What all replications of a flow show together: plain data, all of it finite, the same for the same flow, settings and seed.
 * Times are ms unless the name says otherwise, shares 0 to 1.
 */
export interface EventReport {
  readonly format: typeof EVENT_REPORT.format
  readonly version: typeof EVENT_REPORT.version
  readonly flow: { readonly name: string }
  readonly engine: typeof EVENT_ENGINE
  /** As the run was given; what has no limit is null. */
  readonly settings: Readonly<Record<string, unknown>>
  /** All objectives together; null: there is none. */
  readonly verdict: VerdictResult | null
  readonly objectives: readonly Verdict[]
  readonly steadiness: Steadiness
  readonly figures: Figures
  /** Of the requests that the mean and the percentiles are of; empty without a steady state. */
  readonly histogram: readonly Bin[]
  readonly failures: readonly FailureShare[]
  /** Of all connections together; null where no call was a message. */
  readonly messages: MessagesReport | null
  readonly timeSpent: TimeSpent
  readonly saturation: Saturation
  readonly nodes: readonly NodeReport[]
  readonly edges: readonly EdgeReport[]
  readonly clients: readonly (RequestsReport & Named & { readonly histogram: readonly Bin[] })[]
  readonly requestTypes: readonly (RequestsReport & { readonly type: RequestType })[]
  readonly series: SeriesReport
  /** Faults and changes of the load that were set, in the order of their beginnings. */
  readonly marks: readonly Mark[]
  /** In the order of the seeds. */
  readonly replications: readonly ReplicationReport[]
  /** The slowest completed requests of the run that had the slowest of all. */
  readonly traces: readonly TraceReport[]
  readonly quality: Quality
  /** Constants of ours that the figures rest on. */
  readonly assumptions: readonly { readonly id: string; readonly text: string }[]
  readonly warnings: readonly Warning[]
}

/** What to know before believing the figures; `of`: the component or connection that it is about. */
export interface Warning {
  readonly of: string | null
  readonly text: string
}

/** A part of the diagram. */
export interface Named {
  readonly id: string
  readonly kind: string
  readonly label: string
}

export interface PartRef {
  readonly of: 'node' | 'edge'
  readonly id: string
}

/**
 * `none`: more arrives than can be done, so that response times grow as long as one measures; `unsettled`: the backlog still grew, or
 * slots are held so much that they may be overloaded.
 */
export interface Steadiness {
  readonly state: 'steady' | 'unsettled' | 'none'
  /** By how many the requests under way grew, per second. */
  readonly backlogPerSecond: Estimate
  /** What cannot do the work that arrives, or, where it is `unsettled`, perhaps cannot. */
  readonly overloaded: readonly SaturationLimit[]
}

/** Of all requests; rates per second, `successRate` and `errorRate` in % of the requests that ended. */
export interface Figures {
  readonly offered: Estimate
  /** Not turned away by a limit. */
  readonly accepted: Estimate
  /** Completed. */
  readonly goodput: Estimate
  /** Answers that clients had kept: for the most part those of the completed that no component was asked for. */
  readonly fromClientCache: Estimate
  readonly successRate: Estimate
  readonly errorRate: Estimate
  /** Requests under way at the end of a run. */
  readonly inFlightAtEnd: Estimate
  /** Calls made for each first call. */
  readonly amplification: Estimate
  /** Dollars, of all connections that have a price, and of the components to which an experiment knows one. */
  readonly costPerHour: Estimate
  readonly response: ResponseReport
}

/**
 * Of the completed requests: the mean and the percentiles of those of the second half of the runs, or after the warm-up where
 * that is longer, where the first half showed that the runs are long enough for them. All null without a steady state.
 */
export interface ResponseReport {
  readonly mean: Estimate
  readonly p50: Estimate
  readonly p95: Estimate
  readonly p99: Estimate
  readonly p999: Estimate
  /** Its mean over the replications; `highest` is the slowest of all. */
  readonly max: Estimate
}

export interface FailureShare {
  readonly reason: string
  readonly count: number
  /** Of all failures. */
  readonly share: number
}

/** Where the mean response goes. Empty without a steady state. */
export interface TimeSpent {
  readonly meanMs: number | null
  /**
   * What the times of the hops are of: a `request`, as parts of the mean response, or a `visit` or call, where calls were given up,
   * requests failed or nobody waits for some calls: the mean is of the requests that completed, and these are not those that the time was
   * spent on.
   */
  readonly per: 'request' | 'visit'
  /** Most first. Work done side by side counts in full, so that the parts may sum to more than the mean. */
  readonly hops: readonly Hop[]
  /** What no hop explains: pauses before retries, calls that were given up. 0 per visit. */
  readonly otherMs: number
}

export interface Hop extends PartRef {
  /** Mean ms. */
  readonly waitingMs: number
  readonly serviceMs: number
  readonly networkMs: number
  /** Of all that is spent. */
  readonly share: number
}

/** What limits the throughput. */
export interface Saturation {
  /** Requests per second that the loads are of. */
  readonly offeredRps: number
  /** First to saturate first. */
  readonly limits: readonly SaturationLimit[]
}

/**
 * `service`: its own work; `slots`: taken while its calls are under way, without their waiting; `storage`: its operations a second;
 * a connection's `pool` or `line`; a set `rate`.
 */
export type LimitKind = 'service' | 'slots' | 'storage' | 'pool' | 'line' | 'rate'

export interface SaturationLimit extends PartRef {
  readonly limit: LimitKind
  /** Of `slots`: the component that takes most of that time; null: handing messages over does. */
  readonly waitsFor: string | null
  /** Offered work over capacity: saturated from 1 on. */
  readonly load: number
  /**
   * The offered requests per second at which it is saturated: by the utilisation law, or what it carried where it was overloaded. Null: at
   * no load, as rate limits before it let too little through.
   */
  readonly atRps: number | null
  /** The true load is greater and the true capacity less: slots, those of pools as well, are also held while the calls wait, which does not count. */
  readonly isUpperBound: boolean
  /** Of a node whose auto-scaling may add instances: how many it is of, and how many there were, the mean. Null: it is of those that there were. */
  readonly instances: { readonly most: number; readonly had: number } | null
}

/** A node's figures. Estimates are null where they cannot be: no visits, no limit, or no steady state. */
export interface NodeReport extends Named {
  /** Slots taken over slots, those held by calls included; and slots at work. */
  readonly utilization: Estimate
  readonly working: Estimate
  /** The share that is taken of what is taken the most: slots, those of reads or of writes alone, or the requests that it admits at a time. */
  readonly fullest: Estimate
  /** The 95th percentile of the utilization over the spans of the series after the warm-up, of all replications. Null where the flow has too many nodes for a series. */
  readonly utilizationP95: number | null
  /** The same percentile of `fullest`. */
  readonly fullestP95: number | null
  readonly arrivalsPerSecond: Estimate
  readonly inSystem: Estimate
  readonly mostInSystem: number
  readonly queue: Estimate
  readonly mostQueue: number
  /** Of the visits, those that found no slot free. */
  readonly waitedShare: Estimate
  readonly waitMs: Estimate
  readonly serviceMs: Estimate
  readonly responseMs: Estimate
  readonly p95Ms: Estimate
  readonly p99Ms: Estimate
  readonly instances: Estimate
  readonly availability: Estimate
  /** Of the visits that asked the cache, which writes do not: those answered here. Null where there is no cache. */
  readonly hitRate: Estimate
  /** Over all replications. */
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly rejected: number
  readonly expired: number
}

export interface EdgeReport extends Named {
  readonly source: string
  readonly target: string
  /** Calls begun, retries included. */
  readonly callsPerSecond: Estimate
  readonly bytesPerSecond: Estimate
  /** Share of the time that the busier direction's line is busy. */
  readonly lineUtilization: Estimate
  readonly poolUtilization: Estimate
  readonly poolQueue: Estimate
  readonly mostPoolQueue: number
  /** Means per call. */
  readonly networkMs: Estimate
  readonly lineWaitMs: Estimate
  readonly poolWaitMs: Estimate
  /** Calls for each first call. */
  readonly amplification: Estimate
  /** Dollars. */
  readonly costPerHour: Estimate
  /** Over all replications. */
  readonly attempts: number
  readonly retries: number
  readonly succeeded: number
  readonly failed: number
  readonly timedOut: number
  readonly lost: number
  /** Dropped while they waited for a place in the pool. */
  readonly expired: number
  /** Messages that are kept in a dead-letter queue, as `messages` has them. */
  readonly deadLettered: number
  /** Null where no call was a message. */
  readonly messages: MessagesReport | null
  readonly refused: readonly { readonly reason: string; readonly count: number }[]
}

/** One replication. Figures that are not reported of all replications are null here, too. */
export interface ReplicationReport extends Readonly<Record<Exclude<keyof Figures, 'response'>, number | null>> {
  readonly seed: number
  readonly response: Readonly<Record<keyof ResponseReport, number | null>>
  /** Of all connections together; null where no call was a message. */
  readonly messages: {
    readonly publishedPerSecond: number
    readonly processedPerSecond: number
    readonly delay: Readonly<Record<keyof ResponseReport, number | null>>
    readonly lag: number | null
    readonly mostLag: number
  } | null
  /** Of circuit breakers, and of how many instances of a component are up; the first of them, and how many more there were. */
  readonly changes: readonly ChangeReport[]
  readonly changesLeftOut: number
}

export interface ChangeReport extends PartRef {
  /** Simulated, since the start of the run. */
  readonly atMs: number
  /** `closed`, `open` or `half-open`; or a number of instances. */
  readonly from: string | number
  readonly to: string | number
}

/** What became of messages: calls that nobody waits for, or no longer. */
export interface MessagesReport {
  /** Over all replications; `waiting`: not ended when the run did. */
  readonly published: number
  /** Of those, calls whose caller stopped waiting. */
  readonly givenUp: number
  readonly processed: number
  readonly failed: number
  readonly redelivered: number
  readonly deadLettered: number
  readonly expired: number
  readonly lost: number
  readonly waiting: number
  readonly publishedPerSecond: Estimate
  readonly processedPerSecond: Estimate
  /** From publishing to processed, ms; null without a steady state, as the response times of requests are. */
  readonly delay: ResponseReport
  /** Messages that are published and have not ended: mean over the time, null without a steady state; and the most. */
  readonly lag: Estimate
  readonly mostLag: Estimate
  /** At the end of each span of the series, mean over the replications. */
  readonly lagOverTime: readonly number[]
  /** Mean delay of the messages that were processed in each span, of all replications, ms; null where none was. */
  readonly delayOverTime: readonly (number | null)[]
  /** By percentile, as those of response times in the series. Null where they are not kept: of calls given up, and of more than 20 connections. */
  readonly delayPercentilesOverTime: Readonly<Record<'p50' | 'p95' | 'p99', readonly (number | null)[]>> | null
}

export interface RequestsReport {
  /** Over all replications. */
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly offered: Estimate
  readonly goodput: Estimate
  readonly fromClientCache: Estimate
  readonly errorRate: Estimate
  readonly response: ResponseReport
  readonly failures: readonly FailureShare[]
}

/** Means over the replications, by equal spans of the whole run, warm-up included; `times` are the ends of the spans, in seconds. */
export interface SeriesReport {
  readonly times: readonly number[]
  /** Per second. */
  readonly offered: readonly number[]
  readonly goodput: readonly number[]
  readonly failures: readonly number[]
  readonly calls: readonly number[]
  /** Of the requests completed in the span; null where there is none. */
  readonly responseMs: readonly (number | null)[]
  /** Of the requests of all replications that completed in the span; null where fewer than ten are beyond the percentile. */
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
  /** Empty where the flow has too many. */
  readonly nodes: readonly {
    readonly id: string
    readonly inSystem: readonly number[]
    readonly busy: readonly number[]
    readonly instances: readonly number[]
  }[]
  readonly edges: readonly { readonly id: string; readonly poolQueue: readonly number[] }[]
}

export interface TraceReport {
  readonly seed: number
  readonly serial: number
  readonly type: RequestType
  readonly client: string
  /** Simulated, since the start of the run. */
  readonly startMs: number
  readonly responseMs: number
  /** In the order in which they began; times since the request's start. */
  readonly spans: readonly TraceSpanReport[]
}

interface TraceSpanReport {
  readonly node: string
  /** The connection it came by; null at the client. */
  readonly edge: string | null
  readonly depth: number
  readonly calledMs: number
  readonly arrivedMs: number
  readonly startedMs: number
  readonly endedMs: number
  readonly repliedMs: number
  readonly outcome: string
}

/** How sure the figures are. */
export interface Quality {
  readonly seeds: readonly number[]
  readonly replications: number
  /** Simulated ms of each replication: left out at the beginning, and measured. */
  readonly warmUpMs: number
  readonly measuredMs: number
  /** After how many simulated ms the response times are settled (MSER); null: they do not, or it is not known. */
  readonly settledAfterMs: number | null
  /** How long the number of requests at the stations depends on what it was; null: it is not known. */
  readonly relaxationMs: number | null
  /** Simulated ms after which the requests completed that the mean and the percentiles of the response time are of; and how many, of all runs. */
  readonly responsesFromMs: number
  readonly responses: number
  /** Response times that the runs are too short for. */
  readonly withheld: readonly ResponseFigure[]
  /** Requests that ended, over all replications. */
  readonly requests: number
  /** Of the requests that arrived, those under way at the end beyond what Little's law explains by the response times. */
  readonly unendedShare: number
  readonly events: number
  /** Half of the 95 % interval of the mean response over that mean. */
  readonly relativeHalfWidth: number | null
  /** Further requests that would bring it to 2 %; 0: it is narrower. */
  readonly moreRequestsFor2Percent: number | null
  /** Replications that ended before their time, and why. */
  readonly endedEarly: readonly { readonly seed: number; readonly reason: string }[]
}
