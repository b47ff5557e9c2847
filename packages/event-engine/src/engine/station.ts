import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Recorders } from '../measure/recorders.ts'
import type { StationModel } from '../model.ts'
import { TokenBucket } from '../rules/token-bucket.ts'
import { NONE } from './call-records.ts'
import { DerivedLevel, Level } from './level.ts'
import { Occupancy } from './occupancy.ts'
import { type Row, STATION } from './rows.ts'
import { SharedJobs } from './shared-jobs.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'

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
  /** By class: the fifo of a service time that is always the same; NONE where it is not. */
  readonly fifos: Int32Array
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
  readonly suspended: { record: number; generation: number; leftMs: number }[] = []
  /** Sum of the outages up to each. */
  readonly outageTotals: number[] = [0]

  readonly queued: Level
  /** Slots taken; those of visits that only wait for a call; and those at work. */
  readonly busy: Level
  readonly held: Level
  readonly working: DerivedLevel
  readonly instances = Level.alone()
  /** Requests here: elsewhere than at a shared station, which counts them, each either waits or has a slot. */
  readonly inSystem: Level | DerivedLevel
  readonly #sharing: Level | null
  /** Null: not wanted. */
  readonly occupancy: Occupancy | null
  failed = 0
  rejected = 0
  expired = 0
  readonly responses: Recorders | null
  /** Where its numbers are that change at each visit. */
  readonly #ints: Int32Array
  readonly #floats: Float64Array

  constructor(model: StationModel, index: number, { streams, row, responses, fifoOf, countsOccupancy }: Surroundings) {
    this.model = model
    this.index = index
    this.#ints = row.ints
    this.#floats = row.floats
    const level = (of: 'queued' | 'busy' | 'held') =>
      new Level({ counts: this.#ints, count: STATION.ints[of], balances: this.#floats, balance: STATION.floats[of] })
    this.queued = level('queued')
    this.busy = level('busy')
    this.held = level('held')
    this.working = new DerivedLevel(this.busy, -1, this.held)
    this.#sharing = model.discipline === 'shared' ? Level.alone() : null
    this.inSystem = this.#sharing ?? new DerivedLevel(this.queued, 1, this.busy)
    this.head = this.tail = NONE
    this.meanMs = model.meanMs
    this.extraMs = model.extraMs
    this.draw = drawOf(streams, model.distribution)
    this.serviceStream = streams.begin(`${model.key}/service`, row.from + STATION.ints.serviceStream)
    this.failureProbability = model.failureProbability
    this.failureStream = streams.begin(`${model.key}/failure`, row.from + STATION.ints.failureStream)
    this.hasPlainTimes = model.storage.every((line) => line === null) && model.coldStart === null
    this.shared = model.discipline === 'shared' ? new SharedJobs() : null
    const isFixed = model.distribution.kind === 'deterministic' && this.shared === null && this.hasPlainTimes
    this.fifos = Int32Array.from(model.meanMs, (mean) => (isFixed ? fifoOf(mean + model.extraMs) : NONE))
    this.limits = model.limits.map((limit) => new TokenBucket(limit))
    this.isLimited = model.limits.length > 0 || Math.min(model.admission, model.memoryLimit) < Number.POSITIVE_INFINITY
    this.slots = model.slots * model.instances
    this.instances.to(model.instances, 0)
    this.responses = responses
    this.occupancy = countsOccupancy ? new Occupancy() : null
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
    this.noteTime(now)
    this.arrived += 1
    if (this.#sharing !== null) this.#sharing.up(now)
  }

  leave(now: number): void {
    this.noteTime(now)
    if (this.#sharing !== null) this.#sharing.down(now)
  }

  /** One more has come, and waits or has a slot. */
  noteMost(): void {
    const { count } = this.inSystem
    if (count > this.mostInSystem) this.mostInSystem = count
  }

  noteResponse(ms: number): void {
    if (this.responses === null) this.#floats[STATION.floats.responseSum]! += ms
    else this.responses.record(this.index, ms)
  }

  /** Before the number of requests here changes. */
  noteTime(now: number): void {
    if (this.occupancy !== null) this.occupancy.note(this.inSystem.count, now)
  }

  /** Sets how many instances there are; slots and limits follow. */
  scale(instances: number, now: number): void {
    this.instances.to(instances, now)
    this.slots = this.model.slots * instances
  }

  /** Forgets what was measured. */
  reset(now: number): void {
    for (const level of [this.queued, this.busy, this.held, this.instances, this.#sharing]) level?.reset(now)
    this.occupancy?.reset(now)
    this.mostInSystem = this.inSystem.count
    this.mostQueue = this.queued.count
    this.arrived = this.completed = this.failed = this.rejected = this.expired = this.waited = this.started = 0
    this.waitSum = this.serviceSum = this.#floats[STATION.floats.responseSum] = 0
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
    return this.responses?.sumOf(this.index) ?? this.#floats[STATION.floats.responseSum]!
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
  readonly row: Row
  readonly responses: Recorders | null
  readonly countsOccupancy: boolean
  readonly fifoOf: (delay: number) => number
}
