import type { SourceModel } from '../model.ts'
import { type Row, SOURCE } from './rows.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'
import { Users } from './users.ts'

/** Interval at which a source with rate 0 checks its rate again. */
const PAUSE_MS = 10

/** A source of a run: its constants and its random streams. */
export class Source {
  readonly model: SourceModel
  readonly index: number
  readonly drawInterarrival: Draw
  readonly arrivalStream: number
  readonly userStream: number
  readonly classStream: number
  /** Cumulative shares of the classes. */
  readonly #mix: readonly number[]
  /** The class of all its requests; NONE: there are several. */
  readonly onlyClass: number
  /** Mean time between arrivals at a constant rate, ms. */
  readonly meanMs: number
  /** A Poisson process of constant rate. */
  readonly isPoisson: boolean
  readonly isClosed: boolean
  /** Whether requests take time on the device, or may hit its cache. */
  readonly hasLocalWork: boolean
  readonly firstUser: number
  readonly users: Users

  constructor(model: SourceModel, index: number, { streams, row, id, firstUser, sources }: Surroundings) {
    this.model = model
    this.index = index
    this.drawInterarrival = drawOf(streams, model.arrivals === 'even' ? { kind: 'deterministic' } : model.interarrival)
    this.arrivalStream = streams.begin(`${id}/arrivals`, row.from + SOURCE.ints.arrivalStream)
    this.userStream = streams.begin(`${id}/users`, row.from + SOURCE.ints.userStream)
    this.classStream = streams.begin(`${id}/types`, row.from + SOURCE.ints.classStream)
    this.onlyClass = model.mix.findIndex((share) => share >= 1)
    let sum = 0
    this.#mix = model.mix.map((share) => {
      sum += share
      return sum
    })
    this.isClosed = model.arrivals === 'closed'
    this.hasLocalWork = model.localMs > 0 || model.localHitRate.some((rate) => rate > 0)
    const isPoisson = model.arrivals === 'open' && model.interarrival.kind === 'exponential'
    this.isPoisson = isPoisson && model.isSteady && model.mostPerSecond > 0
    this.meanMs = 1000 / model.mostPerSecond
    this.firstUser = firstUser
    this.users = new Users(model, {
      index,
      sources,
      firstUser,
      shift: model.areas.length > 1 ? streams.uniform(this.userStream) : 0,
    })
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
  readonly row: Row
  readonly id: string
  /** The number of its first closed user. */
  readonly firstUser: number
  /** How many there are. */
  readonly sources: number
}
