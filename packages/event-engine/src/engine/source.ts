import type { Rate, SourceModel } from '../model.ts'
import { KeptShare } from '../rules/kept-by-users.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import { ArrivalProcess } from './arrival-process.ts'
import { BurstStates } from './burst-states.ts'
import { ListedArrivals } from './listed-arrivals.ts'
import type { Streams } from './streams.ts'
import { Users } from './users.ts'

/** What its process of arrivals depends on, beside the rate. */
const PROCESS = ['arrivals', 'interarrival', 'bursts', 'times'] as const

/** Requests whose mean response time counts, at least, and of each user. */
const LATEST = { together: 1000, each: 10 } as const

/** A source of a run: its constants and its random streams. */
export class Source {
  model!: SourceModel
  readonly index: number
  /** Of open requests. */
  arrivals!: ArrivalProcess | ListedArrivals
  /** Number of the arrival that counts: each is scheduled with it. */
  arrivalNumber = 0
  readonly arrivalStream: number
  readonly userStream: number
  readonly classStream: number
  /** Of its rate, where that is random. */
  readonly #rateSeed: number
  /** Cumulative shares of the classes. */
  #mix!: readonly number[]
  /** The class of all its requests; NONE: there are several. */
  onlyClass!: number
  readonly isClosed: boolean
  /** Whether requests take time on the device, or may hit its cache. */
  hasLocalWork!: boolean
  users!: Users
  /** What its closed users keep on their devices; null: the model says it. */
  kept: KeptShare | null = null
  /** Of its latest requests, ms. */
  #meanResponseMs = 0
  #counted = 0
  /** Where the areas of its users begin; null: it was not needed yet. */
  #shift: number | null = null

  constructor(model: SourceModel, index: number, surroundings: Surroundings) {
    const { streams, id } = surroundings
    this.index = index
    this.isClosed = model.arrivals === 'closed'
    this.arrivalStream = streams.begin(`${id}/arrivals`)
    this.userStream = streams.begin(`${id}/users`)
    this.classStream = streams.begin(`${id}/types`)
    this.#rateSeed = streams.bits(streams.begin(`${id}/pattern`))
    this.follow(model, surroundings)
  }

  /** Makes requests by other numbers from now on. Its arrivals are closed, or not, as they were. */
  follow(model: SourceModel, { streams, sources }: Pick<Surroundings, 'streams' | 'sources'>): void {
    const before = this.model as SourceModel | undefined
    this.model = model
    if (PROCESS.some((key) => model[key] !== before?.[key])) this.arrivals = this.#processOf(model, streams)
    this.onlyClass = model.mix.findIndex((share) => share >= 1)
    let sum = 0
    this.#mix = model.mix.map((share) => {
      sum += share
      return sum
    })
    if (model.keptByUsers !== before?.keptByUsers) this.kept = model.keptByUsers && new KeptShare(model.keptByUsers)
    this.hasLocalWork = model.localMs > 0 || model.localHitRate.some((rate) => rate > 0)
    if (model.areas.length > 1) this.#shift ??= streams.uniform(this.userStream)
    this.users = new Users(model, { index: this.index, sources, shift: this.#shift ?? 0 })
  }

  #processOf(model: SourceModel, streams: Streams): ArrivalProcess | ListedArrivals {
    if (model.arrivals === 'listed') return new ListedArrivals(model.times)
    return new ArrivalProcess(
      { ...model, rate: this.rate },
      {
        streams,
        stream: this.arrivalStream,
        // All clients have the same, also one that is added later: the rate of bursts is that of all together.
        bursts: model.bursts && new BurstStates(model.bursts, streams, streams.begin('bursts')),
      },
    )
  }

  /** Requests per second in this run. */
  get rate(): Rate {
    const { rate } = this.model
    return rate.ofRun?.(this.#rateSeed) ?? rate
  }

  /** A request has ended after so long. */
  noteResponse(ms: number): void {
    this.#counted = Math.min(this.#counted + 1, Math.max(LATEST.together, LATEST.each * this.model.users))
    this.#meanResponseMs += (ms - this.#meanResponseMs) / this.#counted
  }

  /** Of a closed user, who waits for each answer. */
  get readsPerSecond(): number {
    const { mix, thinkMs } = this.model
    return (1000 * mix[0]) / Math.max(1, thinkMs + this.#meanResponseMs)
  }

  /** Of one who gets each answer at once. */
  get unhinderedReadsPerSecond(): number {
    const { mix, thinkMs } = this.model
    return (1000 * mix[0]) / Math.max(1, thinkMs)
  }

  /** What kind of request comes now, by its position; 0 where all are alike. */
  kindAt(streams: Streams, now: number): number {
    const { arrivals, model } = this
    if (model.kinds.length === 0) return 0
    if (arrivals instanceof ListedArrivals) return arrivals.position
    const { first, upTo } = model.kindsAt!(now)
    return upTo.length === 1 ? first : first + lastUpTo(upTo, streams.uniform(this.classStream)) + 1
  }

  classOf(streams: Streams, kind: number): number {
    const requestClass = this.model.kinds[kind]?.requestClass ?? null
    if (requestClass !== null) return requestClass
    if (this.onlyClass >= 0) return this.onlyClass
    const uniform = streams.uniform(this.classStream)
    const found = this.#mix.findIndex((sum) => uniform < sum)
    return found < 0 ? this.#mix.length - 1 : found
  }
}

interface Surroundings {
  readonly streams: Streams
  readonly id: string
  /** How many there are. */
  readonly sources: number
}
