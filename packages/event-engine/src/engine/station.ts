import { EVENT_FAILURES } from '../failure-reasons.ts'
import { FLOAT_ZERO } from '../float-zero.ts'
import type { SlicedValues } from '../measure/sliced-values.ts'
import type { StationModel } from '../model.ts'
import { mostAdmitted } from '../rules/room.ts'
import { followLimits, refusalBy, type TokenBucket } from '../rules/token-bucket.ts'
import { NONE } from './call-records.ts'
import { drawOf } from './draws.ts'
import { DerivedLevel, type Level } from './level.ts'
import { Occupancy } from './occupancy.ts'
import { SharedJobs } from './shared-jobs.ts'
import { StorageLine } from './storage-line.ts'
import type { Draw, Streams } from './streams.ts'

/** A station of a run: its constants, its queue and its counters. */
export class Station {
  // What each visit reads and writes comes first, so that it stands together in memory: a large diagram does not fit into the cache.
  readonly index: number
  node!: number
  /** Whether it ever rejects requests. */
  isLimited = false
  isPaused = false
  /** Service times depend on mean and distribution only: no storage, no cold start. */
  hasPlainTimes!: boolean
  readonly shared: SharedJobs | null
  /** Slots taken; those held by visits that wait for a call. */
  readonly busy: Level
  readonly held: Level
  slots = 0
  /** Requests that all of its instances admit together, out or not. */
  mostAdmitted = FLOAT_ZERO
  /** Of its queue. */
  head = NONE
  tail = NONE
  /** Requests waiting or holding a slot; a processor-sharing station counts them itself. */
  readonly inSystem: Level | DerivedLevel
  readonly sharing: Level | null
  /** Requests beyond the cores that they share; null: they share none. */
  readonly beyondCores: Level | null
  readonly queued: Level
  /** Null: not measured. */
  readonly occupancy: Occupancy | null
  readonly responses: SlicedValues | null
  /** The other stations of its node. */
  readonly beside: Station[] = []
  /** Of its node when something came here. */
  mostInSystem = 0
  mostQueue = 0
  arrived = 0
  started = 0
  completed = 0
  waited = 0
  waitSum = 0
  serviceSum = 0
  /** Used where response times are not recorded. */
  responseMs = 0
  /** Factor of the service times. */
  slowness = 1
  meanMs!: readonly number[]
  extraMs!: number
  draw!: Draw
  readonly serviceStream: number
  /** By class: the FIFO of a constant service time; NONE where it varies. */
  fifos!: readonly number[]
  failureProbability!: number
  readonly failureStream: number
  limits: TokenBucket | null = null
  model!: StationModel
  /** Outages that have ended, and their duration up to each of them, ms. */
  outages = 0
  readonly #outageTotals: number[] = [0]
  readonly instances: Level
  /** Faults that go on, by the instance that is out. */
  instancesOut: ReadonlyMap<number, number> = NONE_OUT

  /** Slots at work. */
  readonly working: DerivedLevel
  /** Visits that wait for its storage; they hold slots. */
  readonly atStorage: Level
  /** Requests that wait: in its queue, for its storage or beyond its cores. */
  readonly waiting: Level | DerivedLevel
  /** Instances that are not out. */
  readonly up: Level
  /** By number. */
  storageLines: ReadonlyMap<number, StorageLine> = NO_LINES
  /** Serverless: since when each idle instance is idle. */
  readonly idleSince: number[] = []
  /** The faults that its slowness is made of. */
  readonly slowFactors: number[] = []
  /** Nothing leads to it any more. */
  isRetired = false
  pausedAt = 0
  /** Services that were due during an outage, with the time they have left. */
  readonly suspended: { record: number; generation: number; leftMs: number }[] = []
  failed = 0
  rejected = 0
  expired = 0
  /** The integral of its slots, and that of its instances, when the slots of an instance changed last. */
  #slotAreaBefore = FLOAT_ZERO
  #instanceAreaBefore = FLOAT_ZERO
  /** What the integrals of its slots and of its places since the start are beyond that of the instances up by those of one now. */
  #otherSlotMs = FLOAT_ZERO
  #otherPlaceMs = FLOAT_ZERO
  readonly #streams: Streams
  readonly #fifoOf: (delay: number) => number

  constructor(model: StationModel, index: number, surroundings: Surroundings) {
    const { streams, responses, fifoOf, newLevel, countsOccupancy, now = 0 } = surroundings
    this.index = index
    this.busy = newLevel()
    this.held = newLevel()
    this.queued = newLevel()
    this.instances = newLevel()
    this.atStorage = newLevel()
    this.up = newLevel()
    this.#streams = streams
    this.#fifoOf = fifoOf
    this.working = new DerivedLevel(this.busy, -1, this.held)
    this.beyondCores = model.discipline === 'shared' ? newLevel() : null
    this.waiting = this.beyondCores ?? new DerivedLevel(this.queued, 1, this.atStorage)
    this.sharing = model.discipline === 'shared' ? newLevel() : null
    this.inSystem = this.sharing ?? new DerivedLevel(this.queued, 1, this.busy)
    this.serviceStream = streams.begin(`${model.key}/service`)
    this.failureStream = streams.begin(`${model.key}/failure`)
    this.shared = model.discipline === 'shared' ? new SharedJobs() : null
    this.responses = responses
    this.occupancy = countsOccupancy ? new Occupancy() : null
    this.follow(model, now)
    this.scale(model.instances, now)
  }

  /** Works by other numbers from `now` on; what waits and what is in service stays. The discipline is the same. */
  follow(model: StationModel, now: number): void {
    this.#slotAreaBefore = this.model === undefined ? 0 : this.slotArea(now)
    this.#instanceAreaBefore = this.instances.area(now)
    const upMs = this.up.sinceStart(now)
    if (this.model !== undefined) {
      this.#otherSlotMs += (limited(this.model.slots) - limited(model.slots)) * upMs
      this.#otherPlaceMs += (limited(mostAdmitted(this.model)) - limited(mostAdmitted(model))) * upMs
    }
    this.isRetired = false
    this.model = model
    this.node = model.node
    this.meanMs = model.meanMs
    this.extraMs = model.extraMs
    this.#noteMostAdmitted()
    this.draw = drawOf(this.#streams, model.distribution)
    this.failureProbability = model.failureProbability
    this.hasPlainTimes = model.storage.every((line) => line === null) && model.coldStart === null
    const isFixed = model.distribution.kind === 'deterministic' && this.shared === null && this.hasPlainTimes
    this.fifos = model.meanMs.map((mean) => (isFixed ? this.#fifoOf(mean + model.extraMs) : NONE))
    this.limits = followLimits(this.limits, model.limits, now)
    this.isLimited =
      model.limits.length > 0 || mostAdmitted(model) < Number.POSITIVE_INFINITY || this.instancesOut.size > 0
  }

  #noteMostAdmitted(): void {
    const { count } = this.instances
    this.mostAdmitted = count === 0 ? 0 : mostAdmitted(this.model) * count
  }

  /** Is one of these stations of its node. */
  joinNode(ofNode: readonly Station[]): void {
    this.beside.length = 0
    for (const station of ofNode) if (station !== this) this.beside.push(station)
  }

  /** Suffers from the faults that go on at another station of its node. */
  shareFaults({ slowness, slowFactors, isPaused, instancesOut }: Station, now: number): void {
    this.slowness = slowness
    this.slowFactors.push(...slowFactors)
    this.isPaused = isPaused
    this.pausedAt = now
    this.instancesOut = new Map([...this.instancesOut, ...instancesOut])
    this.isLimited ||= instancesOut.size > 0
    this.scale(this.instances.count, now)
  }

  /** The integral of its slots since the last reset; 0 where their number is unlimited. */
  slotArea(now: number): number {
    const { slots } = this.model
    if (slots === Number.POSITIVE_INFINITY) return this.#slotAreaBefore
    return this.#slotAreaBefore + slots * (this.instances.area(now) - this.#instanceAreaBefore)
  }

  /** The integral of its slots since the start, without those of instances that are out; Infinity while their number is unlimited. */
  slotMs(now: number): number {
    if (!this.isRetired && this.model.slots === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY
    return this.#otherSlotMs + limited(this.model.slots) * this.up.sinceStart(now)
  }

  /** The integral of the requests that it admits at a time, as `slotMs`. */
  placeMs(now: number): number {
    const places = mostAdmitted(this.model)
    if (!this.isRetired && places === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY
    return this.#otherPlaceMs + limited(places) * this.up.sinceStart(now)
  }

  /** Whether the requests admitted may be fuller than its slots: who waits for a call takes none of the cores that all share. */
  get isBoundByPlaces(): boolean {
    return this.shared !== null || mostAdmitted(this.model) < this.model.slots
  }

  /** The share that is taken of its slots or of the requests that it admits, whichever is fuller, since the last reset; 0 of no limit. */
  fullness(now: number): number {
    const ofSlots = share(this.busy.area(now), this.slotArea(now))
    if (!this.isBoundByPlaces) return ofSlots
    return Math.max(ofSlots, share(this.inSystem.area(now), mostAdmitted(this.model) * this.instances.area(now)))
  }

  /** Why a request is rejected at `now`; null: it is not. */
  refusal(now: number): string | null {
    const refusal = refusalBy(this.limits, now)
    return refusal ?? this.overflow
  }

  /** Why nothing more is admitted now; null: something is. */
  get overflow(): string | null {
    if (this.inSystem.count < this.mostAdmitted && this.instancesOut.size === 0) return null
    const { admission, memoryLimit } = this.model
    const instances = this.instancesUp
    if (instances === 0) return EVENT_FAILURES.nodeDown
    if (this.inSystem.count >= admission * instances) return EVENT_FAILURES.overload
    if (this.inSystem.count >= memoryLimit * instances) return EVENT_FAILURES.outOfMemory
    return null
  }

  /** So many faults go on by which an instance is out. */
  noteOut(instance: number, faults: number): void {
    const out = new Map(this.instancesOut).set(instance, faults)
    if (faults <= 0) out.delete(instance)
    this.instancesOut = out
  }

  /** Instances that are not out. */
  get instancesUp(): number {
    const { count } = this.instances
    if (this.instancesOut.size === 0) return count
    const up = this.copiesUp
    return this.model.isMirrored && up > 0 ? count : up
  }

  /** What an outage of one instance takes out: its instances, or all of its node where each does its work. */
  get copies(): number {
    const { count } = this.instances
    return this.model.isMirrored ? Math.max(count, ...this.beside.map(({ instances }) => instances.count)) : count
  }

  get copiesUp(): number {
    const { copies } = this
    let up = copies
    for (const instance of this.instancesOut.keys()) if (instance <= copies) up -= 1
    return up
  }

  /** A service time, ms: the drawn time × `factor` + `moreMs`, plus a cold start. */
  serviceMs(requestClass: number, now: number, factor: number, moreMs: number): number {
    const mean = this.meanMs[requestClass]!
    const ms = (mean > 0 ? mean * this.draw.next(this.serviceStream) : 0) * factor + this.extraMs + moreMs
    return this.hasPlainTimes ? ms : ms + this.#coldStart(now)
  }

  /** Remaining time of a service that is due now: the duration of the outages since number `paidFor`. */
  leftAfterOutages(paidFor: number, now: number): number {
    const paused = this.isPaused ? now - this.pausedAt : 0
    return this.#outageTotals.at(-1)! - this.#outageTotals[paidFor]! + paused
  }

  /** An outage ends. */
  resume(now: number): void {
    this.isPaused = false
    this.outages += 1
    this.#outageTotals.push(this.#outageTotals.at(-1)! + now - this.pausedAt)
  }

  storageLine(number: number): StorageLine {
    const known = this.storageLines.get(number)
    if (known !== undefined) return known
    const line = new StorageLine(this.atStorage)
    this.storageLines = new Map(this.storageLines).set(number, line)
    return line
  }

  /** What the instances that are up do together, where they do it together. */
  operationsPerSecond({ perSecond, isSpread }: NonNullable<StationModel['storage'][number]>): number {
    return isSpread ? (perSecond * Math.max(1, this.instancesUp)) / this.model.instances : perSecond
  }

  #coldStart(now: number): number {
    const { coldStart } = this.model
    if (coldStart === null) return 0
    const since = this.idleSince.pop()
    return since === undefined || now - since > coldStart.afterIdleMs ? coldStart.ms : 0
  }

  /** A request arrives. */
  enter(now: number): void {
    this.noteTime(now)
    this.arrived += 1
    if (this.sharing !== null) this.sharing.up(now)
  }

  leave(now: number): void {
    this.noteTime(now)
    if (this.sharing !== null) this.sharing.down(now)
  }

  /** Updates the maxima after an arrival. */
  noteMost(): void {
    let { count } = this.inSystem
    for (let other = 0; other < this.beside.length; other += 1) count += this.beside[other]!.inSystem.count
    if (count > this.mostInSystem) this.mostInSystem = count
  }

  noteMostQueue(): void {
    let { count } = this.waiting
    for (let other = 0; other < this.beside.length; other += 1) count += this.beside[other]!.waiting.count
    if (count > this.mostQueue) this.mostQueue = count
  }

  noteResponse(ms: number): void {
    if (this.responses === null) this.responseMs += ms
    else this.responses.record(this.index, ms)
  }

  /** To be called before the number of requests changes. */
  noteTime(now: number): void {
    if (this.occupancy !== null) this.occupancy.note(this.inSystem.count, now)
  }

  /** Sets the number of instances; slots and limits follow. */
  scale(instances: number, now: number): void {
    this.instances.to(instances, now)
    this.#noteMostAdmitted()
    this.up.to(this.instancesUp, now)
    this.slots = this.instancesUp === 0 ? 0 : this.model.slots * this.instancesUp
  }

  /** Gets no requests from now on, and finishes those that it has. */
  retire(now: number): void {
    this.isRetired = true
    this.instances.to(0, now)
    this.#noteMostAdmitted()
    this.up.to(0, now)
  }

  /** Resets the counters. */
  reset(now: number): void {
    const { queued, atStorage, busy, held, instances, beyondCores } = this
    for (const level of [queued, atStorage, busy, held, instances, beyondCores, this.sharing]) level?.reset(now)
    this.occupancy?.reset(now)
    this.mostInSystem = this.mostQueue = 0
    this.noteMost()
    this.noteMostQueue()
    this.arrived = this.completed = this.failed = this.rejected = this.expired = this.waited = this.started = 0
    this.waitSum = this.serviceSum = this.responseMs = 0
    this.#slotAreaBefore = this.#instanceAreaBefore = 0
  }

  get responseSum(): number {
    return this.responses?.sumSinceReset(this.index) ?? this.responseMs
  }
}

/** 0 to 1; 0 of nothing, and of no limit. */
export const share = (part: number, whole: number): number =>
  whole > 0 && Number.isFinite(whole) ? Math.min(1, Math.max(0, part / whole)) : 0

/** Shared by all: few stations have any, and an empty map of each takes 200 bytes. */
const NO_LINES: ReadonlyMap<number, StorageLine> = new Map()
const NONE_OUT: ReadonlyMap<number, number> = new Map()

const limited = (slots: number): number => (slots === Number.POSITIVE_INFINITY ? 0 : slots)

interface Surroundings {
  readonly streams: Streams
  readonly responses: SlicedValues | null
  readonly countsOccupancy: boolean
  readonly fifoOf: (delay: number) => number
  readonly newLevel: () => Level
  /** When it begins. Default: with the run. */
  readonly now?: number
}
