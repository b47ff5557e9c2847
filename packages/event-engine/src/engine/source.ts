import type { SourceModel } from '../model.ts'
import { type Row, SOURCE } from './rows.ts'
import { type Draw, drawOf, type Streams } from './streams.ts'

/** How often a client that is silent looks whether it is so still. */
const PAUSE_MS = 10

/** A client as it runs. */
export class Source {
  readonly model: SourceModel
  readonly index: number
  readonly drawInterarrival: Draw
  readonly arrivalStream: number
  readonly userStream: number
  readonly classStream: number
  /** Chances of the classes up to each. */
  readonly #mix: readonly number[]
  /** The only class that it makes; NONE: it makes several. */
  readonly onlyClass: number
  /** Ms between arrivals where the rate never changes. */
  readonly meanMs: number
  /** Its arrivals are those that most flows have. */
  readonly isPoisson: boolean
  readonly isClosed: boolean
  /** Whether it may answer a request itself, or take time for one. */
  readonly hasLocalWork: boolean
  readonly firstUser: number

  constructor(
    model: SourceModel,
    index: number,
    { streams, row, id, firstUser }: { streams: Streams; row: Row; id: string; firstUser: number },
  ) {
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
  }

  classOf(streams: Streams): number {
    if (this.onlyClass >= 0) return this.onlyClass
    const uniform = streams.uniform(this.classStream)
    const found = this.#mix.findIndex((sum) => uniform < sum)
    return found < 0 ? this.#mix.length - 1 : found
  }

  /** Time of the arrival after `now`, unless they are Poisson; Infinity: none comes any more. */
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

  /** A Poisson process of changing rate: one of the highest rate, thinned (Lewis and Shedler 1979). */
  #thinned(streams: Streams, now: number, end: number): number {
    let time = now
    while (time <= end) {
      time += streams.exponential(this.arrivalStream) * this.meanMs
      if (streams.uniform(this.arrivalStream) * this.model.mostPerSecond < this.model.perSecond(time)) return time
    }
    return Number.POSITIVE_INFINITY
  }
}
