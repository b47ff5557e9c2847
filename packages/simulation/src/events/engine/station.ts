import { EVENT_FAILURES } from '../failure-reasons.ts'
import { Recorder } from '../measure/histogram.ts'
import type { StationModel } from '../model.ts'
import { TokenBucket } from '../rules/token-bucket.ts'
import { NONE } from './frames.ts'
import { Level } from './level.ts'
import { type Rows, STATION } from './rows.ts'
import { SharedJobs } from './shared-jobs.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'

/** Counts of requests at a station for which the time is kept. */
const OCCUPANCIES = 64

/** A station as it runs: its constants, its queue, and what is measured of it. */
export class Station {
  readonly model: StationModel
  readonly index: number
  readonly meanMs: readonly number[]
  readonly extraMs: number
  readonly draw: Draw
  readonly serviceStream: number
  readonly failureStream: number
  readonly failureProbability: number
  /** By class: the lane of a service time that is always the same; NONE where it is not. */
  readonly lanes: Int32Array
  readonly shared: SharedJobs | null
  readonly limits: readonly TokenBucket[]
  /** Nothing but its mean, its shape and chance decide a service time. */
  readonly hasPlainTimes: boolean
  /** When each line of storage is free. */
  readonly #storageFree = new Map<number, number>()
  /** Since when each idle instance has been so, of a station that starts them on demand. */
  readonly idleSince: number[] = []

  /** Whether it turns requests away in any case. */
  isLimited: boolean
  /** Times as long as usual. */
  slowness = 1
  isPaused = false
  pausedAt = 0
  /** Ends of services that came while it was paused: what was left to do then. */
  readonly suspended: { frame: number; generation: number; leftMs: number }[] = []
  /** Sum of the outages up to each. */
  readonly outageTotals: number[] = [0]

  readonly inSystem: Level
  readonly queued: Level
  /** Slots taken, held ones included; and slots at work. */
  readonly busy: Level
  readonly working: Level
  readonly instances: Level
  /** Share of the time by requests in the system; null: not wanted. */
  readonly timeAt: Float64Array | null
  failed = 0
  rejected = 0
  expired = 0
  readonly response: Recorder | null
  #occupancyAt = 0
  /** Where its numbers are that change at each visit. */
  readonly #ints: Int32Array
  readonly #floats: Float64Array

  constructor(
    model: StationModel,
    index: number,
    { streams, rows, isRecorded, laneOf, countsOccupancy }: Surroundings,
  ) {
    this.model = model
    this.index = index
    const { ints: intWidth, floats: floatWidth } = STATION.width
    this.#ints = rows.ints.subarray(index * intWidth, (index + 1) * intWidth)
    this.#floats = rows.floats.subarray(index * floatWidth, (index + 1) * floatWidth)
    const level = (of: 'inSystem' | 'queued' | 'busy' | 'working') =>
      new Level({ counts: this.#ints, count: STATION.ints[of], balances: this.#floats, balance: STATION.floats[of] })
    this.inSystem = level('inSystem')
    this.queued = level('queued')
    this.busy = level('busy')
    this.working = level('working')
    this.instances = new Level({
      counts: this.#ints,
      count: STATION.ints.instances,
      balances: new Float64Array(1),
      balance: 0,
    })
    this.head = this.tail = NONE
    this.meanMs = model.meanMs
    this.extraMs = model.extraMs
    this.draw = drawOf(streams, model.distribution)
    this.serviceStream = streams.add(`${model.key}/service`)
    this.failureStream = streams.add(`${model.key}/failure`)
    this.failureProbability = model.failureProbability
    this.hasPlainTimes = model.storage.every((line) => line === null) && model.coldStart === null
    this.shared = model.discipline === 'shared' ? new SharedJobs() : null
    const isFixed = model.distribution.kind === 'deterministic' && this.shared === null && this.hasPlainTimes
    this.lanes = Int32Array.from(model.meanMs, (mean) => (isFixed ? laneOf(mean + model.extraMs) : NONE))
    this.limits = model.limits.map((limit) => new TokenBucket(limit))
    this.isLimited = model.limits.length > 0 || Math.min(model.admission, model.memoryLimit) < Number.POSITIVE_INFINITY
    this.slots = model.slots * model.instances
    this.instances.to(model.instances, 0)
    this.response = isRecorded ? new Recorder() : null
    this.timeAt = countsOccupancy ? new Float64Array(OCCUPANCIES) : null
  }

  /** Why a request is turned away at `now`; null: it is not. */
  refusal(now: number): string | null {
    for (const limit of this.limits) if (!limit.takes(now)) return limit.bucket.reason
    const { admission, memoryLimit } = this.model
    if (this.inSystem.count >= admission * this.instances.count) return EVENT_FAILURES.overload
    if (this.inSystem.count >= memoryLimit * this.instances.count) return EVENT_FAILURES.outOfMemory
    return null
  }

  /** A service time, ms: `factor` times as long as usual, and `moreMs`; what storage and a cold start take comes on top. */
  serviceMs(requestClass: number, now: number, factor: number, moreMs: number): number {
    const mean = this.meanMs[requestClass]!
    const ms = (mean > 0 ? mean * this.draw(this.serviceStream) : 0) * factor + this.extraMs + moreMs
    return this.hasPlainTimes ? ms : ms + this.#storageWait(requestClass, now) + this.#coldStart(now)
  }

  /** What a service that was due now has still to do, after the outages since the one it had paid for. */
  leftAfterOutages(paidFor: number, now: number): number {
    const paused = this.isPaused ? now - this.pausedAt : 0
    return this.outageTotals.at(-1)! - this.outageTotals[paidFor]! + paused
  }

  #storageWait(requestClass: number, now: number): number {
    const storage = this.model.storage[requestClass]
    if (!storage) return 0
    const begins = Math.max(now, this.#storageFree.get(storage.line) ?? 0)
    this.#storageFree.set(storage.line, begins + 1000 / storage.perSecond)
    return begins - now
  }

  #coldStart(now: number): number {
    const { coldStart } = this.model
    if (coldStart === null) return 0
    const since = this.idleSince.pop()
    return since === undefined || now - since > coldStart.afterIdleMs ? coldStart.ms : 0
  }

  /** A request comes in, or goes. */
  enter(now: number): void {
    if (this.timeAt !== null) this.#noteOccupancy(this.timeAt, now)
    this.arrived += 1
    this.inSystem.up(now)
    if (this.inSystem.count > this.mostInSystem) this.mostInSystem = this.inSystem.count
  }

  leave(now: number): void {
    if (this.timeAt !== null) this.#noteOccupancy(this.timeAt, now)
    this.inSystem.down(now)
  }

  /** Shares of the time up to `now`, by requests in the system. */
  occupancy(now: number): readonly number[] {
    if (this.timeAt === null) return []
    this.#noteOccupancy(this.timeAt, now)
    const total = this.timeAt.reduce((sum, ms) => sum + ms, 0)
    return Array.from(this.timeAt, (ms) => ms / total)
  }

  #noteOccupancy(timeAt: Float64Array, now: number): void {
    timeAt[Math.min(this.inSystem.count, OCCUPANCIES - 1)]! += now - this.#occupancyAt
    this.#occupancyAt = now
  }

  /** Sets how many instances there are; slots and limits follow. */
  scale(instances: number, now: number): void {
    this.instances.to(instances, now)
    this.slots = this.model.slots * instances
  }

  /** Forgets what was measured. */
  reset(now: number): void {
    for (const level of [this.inSystem, this.queued, this.busy, this.working, this.instances]) level.reset(now)
    this.timeAt?.fill(0)
    this.#occupancyAt = now
    this.mostInSystem = this.inSystem.count
    this.mostQueue = this.queued.count
    this.arrived = this.completed = this.failed = this.rejected = this.expired = this.waited = this.started = 0
    this.waitSum = this.serviceSum = this.responseSum = this.hits = 0
    this.response?.reset()
  }

  get mostInSystem(): number {
    return this.#ints[STATION.ints.mostInSystem]!
  }

  set mostInSystem(value: number) {
    this.#ints[STATION.ints.mostInSystem] = value
  }

  get mostQueue(): number {
    return this.#ints[STATION.ints.mostQueue]!
  }

  set mostQueue(value: number) {
    this.#ints[STATION.ints.mostQueue] = value
  }

  get arrived(): number {
    return this.#ints[STATION.ints.arrived]!
  }

  set arrived(value: number) {
    this.#ints[STATION.ints.arrived] = value
  }

  get completed(): number {
    return this.#ints[STATION.ints.completed]!
  }

  set completed(value: number) {
    this.#ints[STATION.ints.completed] = value
  }

  get started(): number {
    return this.#ints[STATION.ints.started]!
  }

  set started(value: number) {
    this.#ints[STATION.ints.started] = value
  }

  get waited(): number {
    return this.#ints[STATION.ints.waited]!
  }

  set waited(value: number) {
    this.#ints[STATION.ints.waited] = value
  }

  get hits(): number {
    return this.#ints[STATION.ints.hits]!
  }

  set hits(value: number) {
    this.#ints[STATION.ints.hits] = value
  }

  get head(): number {
    return this.#ints[STATION.ints.head]!
  }

  set head(value: number) {
    this.#ints[STATION.ints.head] = value
  }

  get tail(): number {
    return this.#ints[STATION.ints.tail]!
  }

  set tail(value: number) {
    this.#ints[STATION.ints.tail] = value
  }

  get waitSum(): number {
    return this.#floats[STATION.floats.waitSum]!
  }

  set waitSum(value: number) {
    this.#floats[STATION.floats.waitSum] = value
  }

  get serviceSum(): number {
    return this.#floats[STATION.floats.serviceSum]!
  }

  set serviceSum(value: number) {
    this.#floats[STATION.floats.serviceSum] = value
  }

  get responseSum(): number {
    return this.#floats[STATION.floats.responseSum]!
  }

  set responseSum(value: number) {
    this.#floats[STATION.floats.responseSum] = value
  }

  get slots(): number {
    return this.#floats[STATION.floats.slots]!
  }

  set slots(value: number) {
    this.#floats[STATION.floats.slots] = value
  }
}

interface Surroundings {
  readonly streams: Streams
  readonly rows: Rows
  readonly isRecorded: boolean
  readonly countsOccupancy: boolean
  readonly laneOf: (delay: number) => number
}
