import type { ChangeLog } from '../measure/change-log.ts'
import type { FaultMode, LinkModel } from '../model.ts'
import { type BreakerState, CircuitBreaker } from '../rules/breaker.ts'
import { KeptShare, READ } from '../rules/kept-by-users.ts'
import { lossWith } from '../rules/packet-loss.ts'
import { followLimits, refusalBy, type TokenBucket } from '../rules/token-bucket.ts'
import { NONE } from './call-records.ts'
import type { ClosedDemand } from './closed-demand.ts'
import { drawOf, Uniform } from './draws.ts'
import type { Level } from './level.ts'
import { SerialLink } from './serial-link.ts'
import type { Draw, Streams } from './streams.ts'

/** What waits for slots of a part of a pool, and how many are taken. */
export interface PoolPart {
  head: number
  tail: number
  busy: number
  queued: number
}

/** What brokers deliver to a node, over all links that lead there: no more than it takes at once, the most urgent first. */
export interface Deliveries {
  readonly links: readonly Link[]
  /** Some broker delivers no more than its consumers work on; else all deliver what the node admits. */
  readonly isBound: boolean
  slots: number
  busy: number
  queued: number
}

/** A link of a run: its constants, its state and its counters. */
export class Link {
  // What each call reads and writes comes first, so that it stands together in memory: a large diagram does not fit into the cache.
  readonly index: number
  readonly target: number
  /** Calls over it need no record of their own. */
  isPlain!: boolean
  holds!: boolean
  message!: LinkModel['message']
  replies!: boolean
  /** Faults that go on cut it. */
  isCut = false
  /** Removed by health checks; ejected until a time. */
  isOut!: boolean
  ejectedUntil = 0
  isLimited!: boolean
  /** Whether its sender has a cache for some classes. */
  keepsAny!: boolean
  /** What closed users keep for it; null: the model says it. */
  kept: KeptShare | null = null
  breaker: CircuitBreaker | null = null
  timeoutFifo!: number
  /** Calls take a pool slot before they are sent; on arrival at the target. */
  asksForPoolSlot!: boolean
  takesPoolSlotAtTarget!: boolean
  /** A broker keeps its messages while the target is out. */
  keepsMessages!: boolean
  /** Whether a breaker or outlier ejection counts the outcomes of its calls. */
  notesOutcomes!: boolean
  /** Calls started, and those of them that were not sent. */
  attempts = 0
  unsent = 0
  /** Calls that are sent and not done at the target; those whose callers wait for the answer, sent or not. */
  open = 0
  awaited = 0
  succeeded = 0
  /** Time of a request on the link and its FIFO, where that time is constant; else NaN and NONE. */
  fixedMs!: number
  fifo!: number
  failureProbability!: number
  networkSum = 0
  /** By class: the station for its requests at the target; null: as the target has it. */
  stationOf!: readonly number[] | null
  serviceFactor!: number
  serviceMs!: number
  expiryMs!: number
  /** Time of a response and its FIFO, where that time is constant. */
  fixedBackMs!: number
  backFifo!: number
  responseBytes!: number
  /** Bytes of responses and of messages beside the requests. */
  otherBytes = 0
  model!: LinkModel
  limits: TokenBucket | null = null
  readonly requestLine = new SerialLink()
  readonly responseLine = new SerialLink()
  /** The one that its responses take. */
  answerLine = this.responseLine
  lineWaitSum = 0
  lineSum = 0
  /** Chance that a packet is lost, with the faults that go on. */
  lossProbability!: number
  /** Random streams. */
  readonly stream: number
  readonly failureStream: number
  /** Factor of its latency; null: that is always the same. */
  jitter!: Draw | null

  retryFifos!: readonly number[]
  /** Its source looks at its calls. */
  isWatched!: boolean
  /** Why calls over it fail since it, or its target, was removed; null: it is there. */
  goneFor: string | null = null
  /** Faults that cut it and go on, by what comes back. */
  readonly cuts: Record<FaultMode, number> = { refuse: 0, hang: 0 }
  readonly lostShares: number[] = []
  ejections = 0
  errorsInRow = 0
  healthStreak!: number
  readonly poolBusy: Level
  readonly poolQueue: Level
  /** Connections that are open. */
  poolOpened = 0
  /** Null: no broker with a bound is on it. */
  deliveries: Deliveries | null = null
  /** Slots of each part of the pool. */
  slotsPerPart = 0
  /** A broker passes its calls on at once, whatever room there is: its target is out, and they fail there. */
  passesOn = false
  /** By consumer group or user, of which other pools have one. */
  readonly poolPart: PoolPart = { head: NONE, tail: NONE, busy: 0, queued: 0 }
  readonly poolParts: PoolPart[] = [this.poolPart]
  /** Retries already used of those that the responses so far allow. */
  #retryDebt = 0

  /** Bytes of requests beyond those that all would have at the size of now: of own sizes, and of sizes before an edit. */
  resizedBytes = 0
  retries = 0
  /** Calls begun since one over another link of their step had failed. */
  failovers = 0
  failed = 0
  timedOut = 0
  readonly refused: number[] = []
  lost = 0
  /** Expired in the pool's queue. */
  expired = 0
  poolWaits = 0
  poolWaitSum = 0
  mostPoolQueue = 0
  readonly #changes: ChangeLog
  #breakerState: BreakerState = 'closed'
  readonly #keptStream: number
  readonly #streams: Streams
  readonly #fifoOf: (delay: number) => number

  constructor(model: LinkModel, index: number, surroundings: Surroundings) {
    const { streams, fifoOf, newLevel, isWatched, changes, now = 0 } = surroundings
    this.index = index
    this.poolBusy = newLevel()
    this.poolQueue = newLevel()
    this.#streams = streams
    this.#fifoOf = fifoOf
    this.#changes = changes
    this.target = model.target
    this.beHealthy()
    this.stream = streams.begin(`${model.id}/network`)
    this.failureStream = streams.begin(`${model.id}/failure`)
    this.#keptStream = streams.begin(`${model.id}/kept`)
    this.follow(model, { isWatched, now })
  }

  /** Works by other numbers from `now` on; what is under way on it stays. It leads from and to where it did. */
  follow(model: LinkModel, { isWatched, now }: { readonly isWatched: boolean; readonly now: number }): void {
    const fifoOf = this.#fifoOf
    const streams = this.#streams
    const before = this.model?.breaker ?? null
    if (this.model !== undefined) this.resize(this.crossed * (this.model.requestBytes - model.requestBytes))
    if (model.keptByUsers !== this.model?.keptByUsers) this.kept = model.keptByUsers && new KeptShare(model.keptByUsers)
    this.model = model
    this.isWatched = isWatched
    this.holds = model.holds
    this.isPlain =
      !model.holds &&
      model.message === null &&
      model.timeoutMs === Number.POSITIVE_INFINITY &&
      model.retry === null &&
      model.breaker === null &&
      model.pool === null &&
      model.expiryMs === Number.POSITIVE_INFINITY &&
      !model.failsOver &&
      !isWatched &&
      !(model.replies && (model.latencyMs > 0 || model.responseLineMs > 0 || model.responseAccessMs > 0))
    const isFixedLatency = model.jitter.kind === 'none' && model.far === null
    const isFixed =
      isFixedLatency &&
      model.requestLineMs === 0 &&
      model.requestAccessMs === 0 &&
      model.perKB === null &&
      !model.loss &&
      !model.reconnect
    this.fixedMs = isFixed ? model.setupMs + model.latencyMs : Number.NaN
    this.fifo = isFixed && this.fixedMs > 0 ? fifoOf(this.fixedMs) : NONE
    const isFixedBack = isFixedLatency && model.responseLineMs === 0 && model.responseAccessMs === 0
    this.fixedBackMs = isFixedBack ? model.latencyMs : Number.NaN
    this.backFifo = isFixedBack && model.latencyMs > 0 ? fifoOf(model.latencyMs) : NONE
    this.timeoutFifo = model.timeoutMs < Number.POSITIVE_INFINITY ? fifoOf(model.timeoutMs) : NONE
    this.retryFifos = model.retry?.jitter === 'none' ? model.retry.waitsMs.map(fifoOf) : []
    const { jitter } = model
    this.jitter =
      jitter.kind === 'lognormal'
        ? drawOf(streams, jitter)
        : jitter.kind === 'uniform'
          ? new Uniform(streams, jitter.share)
          : null
    this.takesPoolSlotAtTarget = model.pool?.isAtTarget ?? false
    this.keepsMessages = this.takesPoolSlotAtTarget && model.message !== null
    this.failureProbability = model.failureProbability
    this.lossProbability = lossWith(model.loss?.probability ?? 0, this.lostShares)
    this.expiryMs = model.expiryMs
    this.stationOf = model.stationOf
    this.serviceFactor = model.serviceFactor
    this.serviceMs = model.serviceMs
    this.message = model.message
    this.replies = model.replies
    this.responseBytes = model.responseBytes
    this.asksForPoolSlot = model.pool !== null && !model.pool.isAtTarget
    this.poolOpened = Math.max(this.poolOpened, model.pool?.kept ?? 0)
    this.slotsPerPart = (model.pool?.size ?? 0) / (model.pool?.groups ?? 1)
    while (this.poolParts.length < (model.pool?.groups ?? 1))
      this.poolParts.push({ head: NONE, tail: NONE, busy: 0, queued: 0 })
    this.notesOutcomes = isWatched || model.breaker !== null
    this.isLimited = model.limits.length > 0
    this.keepsAny = model.hitRate.some((rate) => rate > 0)
    this.limits = followLimits(this.limits, model.limits, now)
    if (model.breaker === null) this.breaker = null
    else if (this.breaker === null || model.breaker.initial !== before?.initial) {
      this.breaker = new CircuitBreaker(model.breaker, now)
    } else this.breaker.follow(model.breaker)
    if (before === null) this.#breakerState = this.breaker?.state ?? 'closed'
    else this.noteBreaker(now)
  }

  /** Requests had so many bytes more, or fewer, than those of the size of now. */
  resize(bytes: number): void {
    this.otherBytes += bytes
    this.resizedBytes += bytes
  }

  /** What a balancer compares: calls that are not answered yet, also where they wait for the pool; of messages those that are not processed. */
  get underWay(): number {
    return this.message === null ? this.awaited : this.open
  }

  /** Another share of its packets is lost, or no longer. */
  noteLostShares(): void {
    this.lossProbability = lossWith(this.model.loss?.probability ?? 0, this.lostShares)
  }

  /** Forgets what health checks have found. */
  beHealthy(): void {
    this.isOut = false
    this.healthStreak = 0
  }

  /** One more fault that cuts it, or one less. */
  cut(mode: FaultMode, more: 1 | -1): void {
    this.cuts[mode] += more
    this.isCut = this.cuts.refuse + this.cuts.hang > 0
  }

  /** Notes a change of the breaker's state. */
  noteBreaker(now: number): void {
    const state = this.breaker?.state ?? 'closed'
    if (state === this.#breakerState) return
    this.#changes.note({ atMs: now, of: 'edge', index: this.index, from: this.#breakerState, to: state })
    this.#breakerState = state
  }

  /** Why a call is refused at `now`; null: it is not. */
  refusal(now: number): string | null {
    return refusalBy(this.limits, now)
  }

  /** Whether the sender's cache answers a call; `sender`: the client whose user sends it, if one does. */
  isKept(
    { streams, closedDemand }: { readonly streams: Streams; readonly closedDemand: ClosedDemand },
    requestClass: number,
    sender: { readonly readsPerSecond: number } | null,
  ): boolean {
    const { kept, model } = this
    const isOfUser = kept !== null && sender !== null && requestClass === READ
    const byDemand = requestClass === READ ? model.hitsByDemand : null
    const hitRate = isOfUser
      ? kept.at(sender.readsPerSecond)
      : closedDemand.hitRate(model.hitRate[requestClass]!, byDemand)
    return streams.uniform(this.#keptStream) < hitRate
  }

  /** Takes a retry from the budget, a share of the calls that got a response. Returns whether there was one left. */
  mayRetry(budget: number): boolean {
    if (budget === Number.POSITIVE_INFINITY) return true
    const earned = (this.#answersForgotten + this.succeeded) * budget
    this.#retryDebt = Math.max(this.#retryDebt, earned - MOST_SAVED)
    if (earned - this.#retryDebt < 1) return false
    this.#retryDebt += 1
    return true
  }

  /** Gives a retry back that did not happen. */
  forgoRetry(budget: number): void {
    if (budget < Number.POSITIVE_INFINITY) this.#retryDebt -= 1
  }

  #answersForgotten = 0

  /** Resets the counters. */
  reset(now: number): void {
    this.#answersForgotten += this.succeeded
    this.poolBusy.reset(now)
    this.poolQueue.reset(now)
    this.attempts =
      this.retries =
      this.failovers =
      this.succeeded =
      this.failed =
      this.timedOut =
      this.lost =
      this.expired =
      this.unsent =
        0
    this.otherBytes = this.resizedBytes = this.networkSum = this.lineWaitSum = this.lineSum = 0
    this.requestLine.reset(now)
    this.responseLine.reset(now)
    this.poolWaits = this.poolWaitSum = 0
    this.mostPoolQueue = this.poolQueue.count
    this.refused.length = 0
  }

  /** Calls sent. */
  get crossed(): number {
    return this.attempts - this.unsent
  }

  get bytes(): number {
    return this.crossed * this.model.requestBytes + this.otherBytes
  }
}

/** Most unused retries that a budget keeps. */
const MOST_SAVED = 100

interface Surroundings {
  readonly streams: Streams
  readonly fifoOf: (delay: number) => number
  readonly newLevel: () => Level
  /** Its source looks at its calls. */
  readonly isWatched: boolean
  readonly changes: ChangeLog
  /** When it begins. Default: with the run. */
  readonly now?: number
}
