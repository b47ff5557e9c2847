import type { SourceModel } from '../model.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'
import { Users } from './users.ts'

/** Interval at which a source with rate 0 checks its rate again. */
const PAUSE_MS = 10

/** A source of a run: its constants and its random streams. */
export class Source {
  model!: SourceModel
  readonly index: number
  drawInterarrival!: Draw
  /** Number of the arrival that counts: each is scheduled with it. */
  arrivalNumber = 0
  readonly arrivalStream: number
  readonly userStream: number
  readonly classStream: number
  /** Cumulative shares of the classes. */
  #mix!: readonly number[]
  /** The class of all its requests; NONE: there are several. */
  onlyClass!: number
  /** Mean time between arrivals at a constant rate, ms. */
  meanMs!: number
  /** A Poisson process of constant rate. */
  isPoisson!: boolean
  readonly isClosed: boolean
  /** Whether requests take time on the device, or may hit its cache. */
  hasLocalWork!: boolean
  users!: Users
  /** Where the areas of its users begin; null: it was not needed yet. */
  #shift: number | null = null

  constructor(model: SourceModel, index: number, surroundings: Surroundings) {
    const { streams, id } = surroundings
    this.index = index
    this.isClosed = model.arrivals === 'closed'
    this.arrivalStream = streams.begin(`${id}/arrivals`)
    this.userStream = streams.begin(`${id}/users`)
    this.classStream = streams.begin(`${id}/types`)
    this.follow(model, surroundings)
  }

  /** Makes requests by other numbers from now on. Its arrivals are closed, or not, as they were. */
  follow(model: SourceModel, { streams, sources }: Pick<Surroundings, 'streams' | 'sources'>): void {
    this.model = model
    this.drawInterarrival = drawOf(streams, model.arrivals === 'even' ? { kind: 'deterministic' } : model.interarrival)
    this.onlyClass = model.mix.findIndex((share) => share >= 1)
    let sum = 0
    this.#mix = model.mix.map((share) => {
      sum += share
      return sum
    })
    this.hasLocalWork = model.localMs > 0 || model.localHitRate.some((rate) => rate > 0)
    const isPoisson = model.arrivals === 'open' && model.interarrival.kind === 'exponential'
    this.isPoisson = isPoisson && model.isSteady && model.mostPerSecond > 0
    this.meanMs = 1000 / model.mostPerSecond
    if (model.areas.length > 1) this.#shift ??= streams.uniform(this.userStream)
    this.users = new Users(model, { index: this.index, sources, shift: this.#shift ?? 0 })
  }

  classOf(streams: Streams): number {
    if (this.onlyClass >= 0) return this.onlyClass
    const uniform = streams.uniform(this.classStream)
    const found = this.#mix.findIndex((sum) => uniform < sum)
    return found < 0 ? this.#mix.length - 1 : found
  }

  /** Time of the next arrival, for other than Poisson arrivals; Infinity: there is none. */
  nextArrival(streams: Streams, now: number, end: number): number {
    const { model, arrivalStream } = this
    if (model.mostPerSecond <= 0) return Number.POSITIVE_INFINITY
    if (model.isSteady) return now + this.drawInterarrival(arrivalStream) * this.meanMs
    if (model.arrivals === 'open' && model.interarrival.kind === 'exponential') return this.#thinned(streams, now, end)
    let time = now
    while (time <= end) {
      const perSecond = model.perSecond(time)
      if (perSecond > 0) return time + (this.drawInterarrival(arrivalStream) * 1000) / perSecond
      time += PAUSE_MS
    }
    return Number.POSITIVE_INFINITY
  }

  /** A Poisson process of varying rate, by thinning (Lewis and Shedler 1979). */
  #thinned(streams: Streams, now: number, end: number): number {
    let time = now
    while (time <= end) {
      time += streams.exponential(this.arrivalStream) * this.meanMs
      if (streams.uniform(this.arrivalStream) * this.model.mostPerSecond < this.model.perSecond(time)) return time
    }
    return Number.POSITIVE_INFINITY
  }
}

interface Surroundings {
  readonly streams: Streams
  readonly id: string
  /** How many there are. */
  readonly sources: number
}
