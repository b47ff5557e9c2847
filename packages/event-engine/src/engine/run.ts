import type { Recorders } from '../measure/recorders.ts'
import type { Requests } from '../measure/requests.ts'
import type { SeriesMeter, Totals } from '../measure/series.ts'
import type { Model } from '../model.ts'
import { CallRecords } from './call-records.ts'
import { EventQueue } from './event-queue.ts'
import type { Link } from './link.ts'
import type { Place, RunningStep } from './place.ts'
import { layRows, type Rows } from './rows.ts'
import type { Source } from './source.ts'
import type { Station } from './station.ts'
import { Streams } from './streams.ts'
import type { Tracer } from './tracer.ts'

/** What can happen, at a time or at once. Where it happens to a record, `record` is its number; else -1 - the part's index. */
export const KIND = {
  /** A client makes a request; a closed user has thought. */
  arrival: 0,
  thought: 1,
  /** The visit goes on with its next step. */
  advance: 2,
  /** A call has reached its target. */
  arrive: 3,
  served: 4,
  sharedServed: 5,
  /** A call is answered, or has failed, at its caller. */
  replied: 6,
  callFailed: 7,
  timeout: 8,
  retry: 9,
  expiry: 10,
  poolRelease: 11,
  requestDone: 12,
  requestFailed: 13,
  /** Something of the run's own: a control loop, a fault, the end of a span. */
  control: 14,
  poolExpiry: 15,
  /** A call has a place in a pool. */
  placeTaken: 16,
  /** Nothing follows. */
  none: 17,
} as const

/** What follows at once, for the run's present record. */
export type Next = (typeof KIND)[keyof typeof KIND]

/** The events that are due now go first, the newest first. */
class Agenda {
  #kinds = new Uint8Array(1024)
  #records = new Int32Array(1024)
  length = 0
  kind: Next = KIND.none
  record = 0

  add(kind: Next, record: number): void {
    if (this.length === this.#kinds.length) this.#grow()
    this.#kinds[this.length] = kind
    this.#records[this.length] = record
    this.length += 1
  }

  take(): void {
    this.length -= 1
    this.kind = this.#kinds[this.length]! as Next
    this.record = this.#records[this.length]!
  }

  #grow(): void {
    const [kinds, records] = [this.#kinds, this.#records]
    this.#kinds = new Uint8Array(kinds.length * 2)
    this.#records = new Int32Array(kinds.length * 2)
    this.#kinds.set(kinds)
    this.#records.set(records)
  }
}

/** A run under way: the time, what is pending, and all parts of the model with their state. */
export class Run {
  readonly model: Model
  readonly records = new CallRecords()
  readonly queue: EventQueue
  readonly agenda = new Agenda()
  readonly streams: Streams
  places: readonly Place[] = []
  stations: readonly Station[] = []
  links: readonly Link[] = []
  sources: readonly Source[] = []
  /** What a control event does, by its number. */
  readonly controls: ((now: number) => void)[] = []
  /** Numbers of those that have happened and will not again. */
  readonly #freeControls: number[] = []
  /** The numbers of all parts that change all the time, by their sort. */
  readonly stationRows: Rows
  readonly linkRows: Rows
  readonly placeRows: Rows
  readonly sourceRows: Rows
  /** What collects the response times of the stations; null where they are too many. */
  responses: Recorders | null = null
  /** By station and class: the first step of a visit, once it is served. */
  steps: readonly (RunningStep | undefined)[] = []
  /** Of all rotations on the express path: what a step calls its round. */
  rounds = new Int32Array(0)
  /** By link: the station that its requests come to at once on the express path, times 16; and the classes that do, by their bits. */
  onward = new Int32Array(0)
  /** By link: calls that were begun. */
  readonly attempts: Int32Array
  /** Whether visits where nothing can interfere take the express path. */
  isExpress = false
  readonly requests: Requests
  readonly series: SeriesMeter
  tracer: Tracer | null = null
  /** Index of the source of each closed user. */
  sourceOfUser = new Int32Array(0)
  /** Whether any node looks at whose request it is. */
  asksForUsers = false
  /** What was counted before the warm-up was over. */
  forgotten: Totals = { arrived: 0, completed: 0, failed: 0, attempts: 0, responseMsSum: 0 }
  /** Of the next request. */
  serial = 0
  now = 0
  /** Whom what happens now happens to. */
  record = 0

  constructor({ model, requests, series, seed }: Pick<Run, 'model' | 'requests' | 'series'> & { seed: number }) {
    this.model = model
    this.queue = new EventQueue(this.records.isDead)
    const { memory, rows } = layRows({
      stations: model.stations.length,
      links: model.links.length,
      places: model.nodes.length,
      sources: model.sources.length,
    })
    this.stationRows = rows.stations
    this.linkRows = rows.links
    this.attempts = new Int32Array(model.links.length)
    this.placeRows = rows.places
    this.sourceRows = rows.sources
    this.streams = new Streams(seed, memory)
    this.requests = requests
    this.series = series
  }

  /** At once. */
  soon(kind: Next, record: number): void {
    this.agenda.add(kind, record)
  }

  /** After a time: over the lane of times that are always the same, where there is one. */
  later(lane: number, delay: number, kind: Next, record: number): void {
    const generation = record < 0 ? 0 : this.records.generationOf(record)
    if (lane >= 0) this.queue.after(lane, kind, record, generation)
    else this.queue.at(this.now + delay, kind, record, generation)
  }

  /** Lets `control` happen at a time. */
  plan(time: number, control: (now: number) => void): void {
    const number = this.#freeControls.pop() ?? this.controls.length + 1
    this.controls[number - 1] = (now) => {
      this.#freeControls.push(number)
      control(now)
    }
    this.queue.at(time, KIND.control, -number, 0)
  }

  /** Lets `control` happen every `period` from `first` on. */
  repeat(first: number, period: number, control: (now: number) => void): void {
    const number = this.controls.length + 1
    this.controls.push((now) => {
      control(now)
      this.queue.at(now + period, KIND.control, -number, 0)
    })
    this.queue.at(first, KIND.control, -number, 0)
  }
}
