import type { SourceModel } from '../model.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import { ArrivalProcess } from './arrival-process.ts'
import { BurstStates } from './burst-states.ts'
import { ListedArrivals } from './listed-arrivals.ts'
import { type Row, SOURCE } from './rows.ts'
import type { Streams } from './streams.ts'
import { Users } from './users.ts'

/** A source of a run: its constants and its random streams. */
export class Source {
  readonly model: SourceModel
  readonly index: number
  readonly arrivalStream: number
  /** Of open requests. */
  readonly arrivals: ArrivalProcess | ListedArrivals
  readonly userStream: number
  readonly classStream: number
  /** Cumulative shares of the classes. */
  readonly #mix: readonly number[]
  /** The class of all its requests; NONE: there are several. */
  readonly onlyClass: number
  readonly isClosed: boolean
  /** Whether requests take time on the device, or may hit its cache. */
  readonly hasLocalWork: boolean
  readonly firstUser: number
  readonly users: Users

  constructor(model: SourceModel, index: number, { streams, row, id, firstUser, sources }: Surroundings) {
    this.model = model
    this.index = index
    this.arrivalStream = streams.begin(`${id}/arrivals`, row.from + SOURCE.ints.arrivalStream)
    this.userStream = streams.begin(`${id}/users`, row.from + SOURCE.ints.userStream)
    this.classStream = streams.begin(`${id}/types`, row.from + SOURCE.ints.classStream)
    const burstStream = streams.begin(`${id}/bursts`, row.from + SOURCE.ints.burstStream)
    this.arrivals =
      model.arrivals === 'listed'
        ? new ListedArrivals(model.times)
        : new ArrivalProcess(model, {
            streams,
            stream: this.arrivalStream,
            bursts: model.bursts && new BurstStates(model.bursts, streams, burstStream),
          })
    this.onlyClass = model.mix.findIndex((share) => share >= 1)
    let sum = 0
    this.#mix = model.mix.map((share) => {
      sum += share
      return sum
    })
    this.isClosed = model.arrivals === 'closed'
    this.hasLocalWork = model.localMs > 0 || model.localHitRate.some((rate) => rate > 0)
    this.firstUser = firstUser
    this.users = new Users(model, {
      index,
      sources,
      firstUser,
      shift: model.areas.length > 1 ? streams.uniform(this.userStream) : 0,
    })
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
  readonly row: Row
  readonly id: string
  /** The number of its first closed user. */
  readonly firstUser: number
  /** How many there are. */
  readonly sources: number
}
