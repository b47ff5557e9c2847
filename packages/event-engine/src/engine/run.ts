import { ChangeLog } from '../measure/change-log.ts'
import { Requests } from '../measure/requests.ts'
import type { SeriesMeter } from '../measure/series.ts'
import type { SlicedValues } from '../measure/sliced-values.ts'
import type { Model } from '../model.ts'
import { CallRecords } from './call-records.ts'
import { ClosedDemand } from './closed-demand.ts'
import { ClosedUsers } from './closed-users.ts'
import { Fetches } from './fetches.ts'
import { type Level, OwnLevel } from './level.ts'
import type { Link } from './link.ts'
import { MessageMeters } from './message-meter.ts'
import { PendingEvents } from './pending-events.ts'
import type { RunningNode } from './running-node.ts'
import type { Source } from './source.ts'
import type { Station } from './station.ts'
import { Streams } from './streams.ts'
import type { Tracer } from './tracer.ts'
import type { Watcher } from './watcher.ts'

/** Kinds of events. `record` is the number of a call record, or -1 - the index of a source, station, user, link or control. */
export const KIND = {
  /** A client makes a request; the think time of a closed user has ended. */
  arrival: 0,
  thought: 1,
  /** A visit continues with its next step. */
  advance: 2,
  /** A call has reached its target. */
  arrive: 3,
  served: 4,
  sharedServed: 5,
  /** The caller of a call gets the response, or learns of the failure. */
  replied: 6,
  callFailed: 7,
  timeout: 8,
  retry: 9,
  expiry: 10,
  poolRelease: 11,
  requestDone: 12,
  requestFailed: 13,
  /** A control loop, a fault, the end of a span. */
  control: 14,
  poolExpiry: 15,
  /** A call has got a slot of a pool. */
  poolSlotTaken: 16,
  /** The sender of a message learns that it is handed over. */
  acknowledged: 17,
  /** The storage of a station is free for the next operation. */
  storageTurn: 18,
  /** A message that waits to be tried again is too old. */
  retryExpiry: 19,
  /** Nothing follows. */
  none: 20,
} as const

/** What follows immediately for the current record of the run. */
export type Next = (typeof KIND)[keyof typeof KIND]

/** Events that are due immediately, as a stack. */
export class Agenda {
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

  /** What was added since it had this length is due in the order in which it was added. */
  firstAddedFirst(length: number): void {
    this.#kinds.subarray(length, this.length).reverse()
    this.#records.subarray(length, this.length).reverse()
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

/** Where what is due immediately is added. */
export type DueNow = Readonly<Pick<Agenda, 'add' | 'length' | 'firstAddedFirst'>>

/** Ends of services that are scheduled and do not count any more, since the station has another pace. */
export interface OutdatedEnds {
  readonly generation: number
  readonly times: number[]
}

/** By part of a flow that is simulated, in its order: its position in the run. */
export interface Present {
  readonly nodes: readonly number[]
  readonly links: readonly number[]
  /** By client: its source now, and those that its users were before the kind of its arrivals changed. */
  readonly sources: readonly (readonly number[])[]
}

/** A run has the parts of the model that it begins with in the same order. */
function presentOf({ nodes, links, sources }: Model): Present {
  return { nodes: [...nodes.keys()], links: [...links.keys()], sources: sources.map((_, index) => [index]) }
}

/** Where events are scheduled. */
export type EventQueue = Pick<
  PendingEvents,
  'when' | 'generation' | 'isExhausted' | 'fifoOf' | 'at' | 'add' | 'after' | 'duesOf'
>

/** What `work` is to do: so many events at most, none after a time. */
export interface Span {
  readonly untilMs: number
  readonly most: number
}

/** Simulates the events of a run in place of the engine's own code, on state of its own. */
export interface RunCore {
  readonly records: CallRecords
  readonly events: EventQueue
  readonly agenda: DueNow
  readonly newLevel: () => Level
  /** Takes over a run that is made ready. */
  take(run: Run, how: { readonly horizonMs: number; readonly isTraced: boolean }): void
  /** Returns how many events there were. */
  work(span: Span): number
  /** Time integral of the number of requests at all stations since the start. */
  readonly inSystemMs: number
  /** Gives back what it is made of: the run is neither gone on with nor read any more. */
  end(): void
}

/** The state of a run: the time, the pending events, and the state of every node, station, link and source. */
export class Run {
  /** The model that it follows now; its parts have the positions that they have in the run. */
  model: Model
  readonly records: CallRecords
  readonly events: EventQueue
  readonly agenda: DueNow
  readonly newLevel: () => Level
  readonly streams: Streams
  readonly nodes: RunningNode[] = []
  readonly stations: Station[] = []
  readonly links: Link[] = []
  readonly sources: Source[] = []
  /** The positions of the parts of the present flow, in its order. */
  present: Present
  /** Faults that go on, or are still to begin. */
  faults: readonly { readonly key: string; readonly end: () => void }[] = []
  /** Actions of control events, by number. */
  readonly controls: ((now: number) => void)[] = []
  /** Messages beside the requests, with the numbers of the controls that send them. */
  readonly backgroundTraffic: {
    readonly number: number
    readonly link: Link
    readonly perSecond: number
    readonly lineMs: number
    readonly bytes: number
    readonly stream: number
  }[] = []
  /** Numbers of one-shot controls that have fired. */
  readonly #freeControls: number[] = []
  /** Response times by station; null where there are too many stations. */
  responses: SlicedValues | null = null
  /** Whether the distribution of the number of requests at each node is measured. */
  countsOccupancy = false
  readonly requests: Requests
  readonly series: SeriesMeter
  readonly changes = new ChangeLog()
  readonly fetches: Fetches
  readonly messages = new MessageMeters()
  /** By record of a call or message that comes from a cycle of connections: the nodes before it. Its caller may be gone. */
  readonly paths = new Map<number, readonly number[]>()
  /** By record of a call over a link whose pool has several parts: which of them. */
  readonly poolPartOf = new Map<number, number>()
  /** By record of a message that is published again, and that its broker has or gets anyway: its generation. */
  readonly repeats = new Map<number, number>()
  /** By record in a service whose end was scheduled anew. */
  readonly outdatedEnds = new Map<number, OutdatedEnds>()
  /** By record of a message that a crash of its consumer has failed: its generation. */
  readonly crashed = new Map<number, number>()
  /** By record of a try: the wait before it, where the next one depends on that. */
  readonly waitsBefore = new Map<number, number>()
  tracer: Pick<Tracer, keyof Tracer> | null = null
  watcher: Watcher | null = null
  readonly closedUsers = new ClosedUsers()
  readonly closedDemand = new ClosedDemand()
  /** Whether connections of the present flow close a cycle. */
  hasCycles = false
  /** Whether the users of the present flow are closed. */
  hasClosedUsers = false
  /** Whether any balancing, or the time on a link, depends on the user of a request. */
  asksForUsers = false
  /** How often what a health check asks for has changed: raised by faults that begin or end, edits, and instances that come or go. */
  changesOfConditions = 0
  /** Calls started since the start of the run. */
  attempts = 0
  /** Number of the next request. */
  serial = 0
  now = 0
  /** The record of the current event. */
  record = 0

  constructor({ model, series, seed, core }: Pick<Run, 'model' | 'series'> & { seed: number; core?: RunCore | null }) {
    this.model = model
    this.records = core?.records ?? new CallRecords()
    this.events = core?.events ?? new PendingEvents(this.records)
    this.agenda = core?.agenda ?? new Agenda()
    this.newLevel = core?.newLevel ?? (() => new OwnLevel())
    this.present = presentOf(model)
    this.streams = new Streams(seed)
    this.series = series
    this.requests = new Requests(model.sources.length)
    this.fetches = new Fetches(this.records)
  }

  /** Stations by node. */
  get stationsByNode(): readonly (readonly Station[])[] {
    const byNode: Station[][] = this.nodes.map(() => [])
    for (const station of this.stations) byNode[station.model.node]!.push(station)
    return byNode
  }

  /** A record that goes on in place of another one, to which pending events and queues refer. */
  successorOf(record: number): number {
    const successor = this.records.take()
    const isRepeat = this.repeats.size > 0 && this.repeats.get(record) === this.records.generationOf(record)
    this.records.copy(record, successor)
    this.carryPath(record, successor)
    if (isRepeat) this.repeats.set(successor, this.records.generationOf(successor))
    this.carryOver(record, successor)
    return successor
  }

  /** The path of a call is that of another one. */
  carryPath(from: number, to: number): void {
    const path = this.paths.get(from)
    if (path) this.paths.set(to, path)
    else this.paths.delete(to)
  }

  /** What is noted of a try by its record, for the record that goes on in its place. */
  carryOver(from: number, to: number): void {
    const waitedMs = this.waitsBefore.get(from)
    if (waitedMs !== undefined) this.waitsBefore.set(to, waitedMs)
    const part = this.poolPartOf.get(from)
    if (part !== undefined) this.poolPartOf.set(to, part)
  }

  /** Schedules an event that is due immediately. */
  soon(kind: Next, record: number): void {
    this.agenda.add(kind, record)
  }

  /** Schedules an event after a delay, by the FIFO of that delay where there is one. */
  later(fifo: number, delay: number, kind: Next, record: number): void {
    const generation = record < 0 ? 0 : this.records.generationOf(record)
    if (fifo >= 0) this.events.after(fifo, kind, record, generation)
    else this.events.at(this.now + delay, kind, record, generation)
  }

  /** Schedules a control action. */
  plan(time: number, control: (now: number) => void): void {
    const number = this.#freeControls.pop() ?? this.controls.length + 1
    this.controls[number - 1] = (now) => {
      this.#freeControls.push(number)
      control(now)
    }
    this.events.at(time, KIND.control, -number, 0)
  }

  /** Schedules a control action every `period` from `first` on, for as long as it says that it goes on. */
  repeat(first: number, period: number, control: (now: number) => boolean): void {
    const number = this.controls.length + 1
    this.controls.push((now) => {
      if (control(now)) this.events.at(now + period, KIND.control, -number, 0)
      else this.#freeControls.push(number)
    })
    this.events.at(first, KIND.control, -number, 0)
  }
}
