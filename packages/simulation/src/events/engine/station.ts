import { EVENT_FAILURES } from '../failure-reasons.ts'
import { Recorder } from '../measure/histogram.ts'
import type { StationModel } from '../model.ts'
import { TokenBucket } from '../rules/token-bucket.ts'
import { NONE } from './frames.ts'
import { SharedJobs } from './shared-jobs.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'

/** Counts of requests at a station for which the time is kept. */
export const OCCUPANCIES = 64

/** A station as it runs: its constants, its queue, and what is measured of it. */
export class Station {
  readonly model: StationModel
  readonly index: number
  readonly isShared: boolean
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
  /** When each line of storage is free. */
  readonly storageFree = new Map<number, number>()
  /** Since when each idle instance has been so, of a station that starts them on demand. */
  readonly idleSince: number[] = []

  instances: number
  slots: number
  admission: number
  memoryLimit: number
  /** Times as long as usual. */
  slowness = 1
  isPaused = false
  pausedAt = 0
  /** Ends of services that came while it was paused: what was left to do then. */
  readonly suspended: { frame: number; generation: number; leftMs: number }[] = []
  /** Sum of the outages up to each. */
  readonly outageTotals: number[] = [0]

  busy = 0
  working = 0
  inSystem = 0
  queueLength = 0
  head = NONE
  tail = NONE

  changedAt = 0
  inSystemArea = 0
  queueArea = 0
  busyArea = 0
  workingArea = 0
  slotsArea = 0
  instancesArea = 0
  readonly timeAt = new Float64Array(OCCUPANCIES)
  mostInSystem = 0
  mostQueue = 0
  arrived = 0
  completed = 0
  failed = 0
  rejected = 0
  expired = 0
  waited = 0
  started = 0
  waitSum = 0
  serviceSum = 0
  responseSum = 0
  hits = 0
  readonly response: Recorder | null

  constructor(
    model: StationModel,
    index: number,
    { streams, isRecorded, laneOf }: { streams: Streams; isRecorded: boolean; laneOf: (delay: number) => number },
  ) {
    this.model = model
    this.index = index
    this.isShared = model.discipline === 'shared'
    this.meanMs = model.meanMs
    this.extraMs = model.extraMs
    this.draw = drawOf(streams, model.distribution)
    this.serviceStream = streams.add(`${model.key}/service`)
    this.failureStream = streams.add(`${model.key}/failure`)
    this.failureProbability = model.failureProbability
    const isFixed =
      model.distribution.kind === 'deterministic' && !this.isShared && model.storage.every((line) => !line)
    this.lanes = Int32Array.from(model.meanMs, (mean) => (isFixed ? laneOf(mean + model.extraMs) : NONE))
    this.shared = this.isShared ? new SharedJobs() : null
    this.limits = model.limits.map((limit) => new TokenBucket(limit))
    this.instances = model.instances
    this.slots = model.slots * model.instances
    this.admission = model.admission * model.instances
    this.memoryLimit = model.memoryLimit * model.instances
    this.response = isRecorded ? new Recorder() : null
  }

  /** Why a request is turned away at `now`; null: it is not. */
  refusal(now: number): string | null {
    for (const limit of this.limits) if (!limit.takes(now)) return limit.bucket.reason
    if (this.inSystem >= this.admission) return EVENT_FAILURES.overload
    if (this.inSystem >= this.memoryLimit) return EVENT_FAILURES.outOfMemory
    return null
  }

  /** A service time, ms: what storage and a cold start take comes on top. */
  serviceMs(requestClass: number, factor: number, now: number): number {
    const mean = this.meanMs[requestClass]!
    let ms = (mean > 0 ? mean * this.draw(this.serviceStream) : 0) * factor + this.extraMs
    const storage = this.model.storage[requestClass]
    if (storage) ms += this.#storageWait(storage, now)
    const { coldStart } = this.model
    if (coldStart !== null) {
      const since = this.idleSince.pop()
      if (since === undefined || now - since > coldStart.afterIdleMs) ms += coldStart.ms
    }
    return ms
  }

  /** What a service that was due now has still to do, after the outages since the one it had paid for. */
  leftAfterOutages(paidFor: number, now: number): number {
    const paused = this.isPaused ? now - this.pausedAt : 0
    return (this.outageTotals.at(-1) ?? 0) - this.outageTotals[paidFor]! + paused
  }

  #storageWait({ line, perSecond }: { readonly line: number; readonly perSecond: number }, now: number): number {
    const begins = Math.max(now, this.storageFree.get(line) ?? 0)
    this.storageFree.set(line, begins + 1000 / perSecond)
    return begins - now
  }

  /** Brings the areas up to `now`; comes before every change of what they are the areas of. */
  settle(now: number): void {
    const span = now - this.changedAt
    if (span === 0) return
    this.changedAt = now
    const inSystem = this.inSystem
    this.inSystemArea += inSystem * span
    this.queueArea += this.queueLength * span
    this.busyArea += this.busy * span
    this.workingArea += this.working * span
    this.timeAt[inSystem < OCCUPANCIES ? inSystem : OCCUPANCIES - 1]! += span
  }

  /** Sets how many instances there are; slots and limits follow. */
  scale(instances: number, now: number): void {
    this.settleScale(now)
    this.instances = instances
    this.slots = this.model.slots * instances
    this.admission = this.model.admission * instances
    this.memoryLimit = this.model.memoryLimit * instances
  }

  #scaledAt = 0

  /** Brings the areas of slots and instances up to `now`: they change rarely. */
  settleScale(now: number): void {
    const span = now - this.#scaledAt
    this.#scaledAt = now
    this.instancesArea += this.instances * span
    if (this.slots < Number.POSITIVE_INFINITY) this.slotsArea += this.slots * span
  }

  /** Slots at work, and requests here, over time since the start of the run: what was forgotten counts. */
  workSinceStart(now: number): number {
    this.settle(now)
    return this.#workForgotten + this.workingArea
  }

  presenceSinceStart(now: number): number {
    this.settle(now)
    return this.#presenceForgotten + this.inSystemArea
  }

  #workForgotten = 0
  #presenceForgotten = 0

  /** Forgets what was measured. */
  reset(now: number): void {
    this.#workForgotten = this.workSinceStart(now)
    this.#presenceForgotten = this.presenceSinceStart(now)
    this.settleScale(now)
    this.inSystemArea = this.queueArea = this.busyArea = this.workingArea = 0
    this.slotsArea = this.instancesArea = 0
    this.timeAt.fill(0)
    this.mostInSystem = this.inSystem
    this.mostQueue = this.queueLength
    this.arrived = this.completed = this.failed = this.rejected = this.expired = this.waited = this.started = 0
    this.waitSum = this.serviceSum = this.responseSum = this.hits = 0
    this.response?.reset()
  }
}
