import type { RunOutcome, Trace, TraceSpan } from '../outcome.ts'
import { BySerial } from './by-serial.ts'
import { type CallRecords, NONE } from './call-records.ts'
import { grown } from './grown.ts'
import type { Link } from './link.ts'

/** Which requests to trace: some by their numbers, or the slowest of those that complete. */
export type Traced = ReadonlySet<number> | 'slowest'

const FIRST_ROOM = 1024

/** Columns of a request that is followed, and of a span: those of floats and those of whole numbers. */
const REQUEST = { serial: 0, client: 1, first: 2, last: 3, width: 4 } as const
const SPAN = { node: 0, link: 1, depth: 2, next: 3, record: 4, width: 5 } as const
const MOMENT = { called: 0, arrived: 1, started: 2, ended: 3, replied: 4, width: 5 } as const

/**
 * Notes the spans of all requests that are under way, in typed arrays, since nobody knows which of them will be the slowest; a request that
 * ends gives its spans back, and is copied before if it is one to trace.
 */
export class Tracer {
  /** By serial number, in the order in which they ended. */
  readonly #done = new Map<number, Trace>()
  readonly #traced: Traced
  /** Read, not passed on: a call with a float leaves garbage. */
  readonly #clock: Followed['clock']
  readonly #records: CallRecords
  readonly #links: readonly Link[]
  #requests = new Int32Array(FIRST_ROOM * REQUEST.width)
  #startedAt = new Float64Array(FIRST_ROOM)
  readonly #requestOf = new BySerial()
  #requestsMade = 0
  readonly #freeRequests: number[] = []
  #spans = new Int32Array(FIRST_ROOM * SPAN.width)
  #moments = new Float64Array(FIRST_ROOM * MOMENT.width)
  #spansMade = 0
  #freeSpan = NONE
  /** By span that did not go well: why. */
  readonly #failures = new Map<number, string>()
  /** By record: its span of a request that has ended and was copied, with the record's generation. It may fail yet. */
  readonly #left = new Map<number, { readonly generation: number; readonly span: CopiedSpan }>()
  /** By record: its request, its latest span, and the record's generation then. */
  #ofRecord = new Int32Array(FIRST_ROOM * 3).fill(NONE)

  constructor({ clock, records, links, traced }: Followed) {
    this.#clock = clock
    this.#records = records
    this.#links = links
    this.#traced = traced
  }

  /** Those of these requests that it traced; all where they are chosen by their numbers. */
  tracesOf(requests: RunOutcome['slowest']): readonly Trace[] {
    if (this.#traced !== 'slowest') return [...this.#done.values()]
    const serials = new Set(requests.map(({ serial }) => serial))
    return [...this.#done.values()].filter(({ serial }) => serials.has(serial))
  }

  /** Forgets one that is not among the slowest any more: where each request is slower than the last, all would be kept. */
  drop(serial: number): void {
    if (this.#traced === 'slowest') this.#done.delete(serial)
  }

  began(record: number, client: number): void {
    const serial = this.#records.serialOf(record)
    if (this.#traced !== 'slowest' && !this.#traced.has(serial)) return
    const request = this.#takeRequest()
    const at = request * REQUEST.width
    this.#requests[at + REQUEST.serial] = serial
    this.#requests[at + REQUEST.client] = client
    this.#requests[at + REQUEST.first] = NONE
    this.#startedAt[request] = this.#clock.now
    this.#requestOf.set(serial, request)
    this.#open(record, request, { node: client, link: NONE, depth: 0 })
  }

  called(record: number, parent: number, link: number): void {
    const request = this.#follow(record)
    if (request === NONE) return
    const caller = this.#spanOf(parent === NONE ? record : parent)
    const depth = caller === NONE ? 1 : this.#spans[caller * SPAN.width + SPAN.depth]! + 1
    this.#open(record, request, { node: this.#links[link]!.target, link, depth })
  }

  arrived(record: number): void {
    this.#note(record, MOMENT.arrived)
  }

  started(record: number): void {
    this.#note(record, MOMENT.started)
  }

  served(record: number): void {
    this.#note(record, MOMENT.ended)
  }

  replied(record: number, failure: string | null): void {
    this.#note(record, MOMENT.replied)
    if (failure !== null) this.#noteFailure(record, failure)
    if (this.#left.size > 0) this.#left.delete(record)
    this.#forgetSpanOf(record)
  }

  /** `isSlow`: it is one of the slowest so far. */
  ended(record: number, { failure, isSlow }: { failure: string | null; isSlow: boolean }): void {
    const request = this.#follow(record)
    if (request === NONE) return
    this.#note(record, MOMENT.replied)
    const first = this.#requests[request * REQUEST.width + REQUEST.first]!
    this.#moments[first * MOMENT.width + MOMENT.replied] = this.#clock.now
    if (failure !== null) this.#failures.set(first, failure)
    if (isSlow || this.#traced !== 'slowest') {
      const trace = this.#traceOf(request, record)
      this.#done.set(trace.serial, trace)
    }
    this.#forgetSpanOf(record)
    this.#giveBack(request)
  }

  #noteFailure(record: number, failure: string): void {
    const span = this.#follow(record) === NONE ? NONE : this.#spanOf(record)
    if (span !== NONE) {
      this.#failures.set(span, failure)
      return
    }
    const left = this.#left.get(record)
    if (left?.generation === this.#records.generationOf(record)) left.span.outcome = failure
  }

  #traceOf(request: number, record: number): Trace {
    const at = request * REQUEST.width
    const startMs = this.#startedAt[request]!
    const spans: TraceSpan[] = []
    for (let span = this.#requests[at + REQUEST.first]!; span !== NONE; span = this.#next(span))
      spans.push(this.#copy(span, startMs))
    return {
      serial: this.#requests[at + REQUEST.serial]!,
      requestType: this.#records.classOf(record),
      client: this.#requests[at + REQUEST.client]!,
      startMs,
      responseMs: this.#clock.now - startMs,
      spans,
    }
  }

  #copy(span: number, startMs: number): TraceSpan {
    const at = span * SPAN.width
    const since = (moment: number) => this.#moments[span * MOMENT.width + moment]! - startMs
    const copied: CopiedSpan = {
      node: this.#spans[at + SPAN.node]!,
      link: this.#spans[at + SPAN.link]!,
      depth: this.#spans[at + SPAN.depth]!,
      calledMs: since(MOMENT.called),
      arrivedMs: since(MOMENT.arrived),
      startedMs: since(MOMENT.started),
      endedMs: since(MOMENT.ended),
      repliedMs: since(MOMENT.replied),
      outcome: this.#failures.get(span) ?? 'ok',
    }
    const record = this.#spans[at + SPAN.record]!
    if (this.#spanOf(record) === span)
      this.#left.set(record, { generation: this.#records.generationOf(record), span: copied })
    return copied
  }

  #takeRequest(): number {
    const free = this.#freeRequests.pop()
    if (free !== undefined) return free
    if (this.#requestsMade === this.#startedAt.length) {
      this.#startedAt = grown(this.#startedAt, Float64Array)
      this.#requests = grown(this.#requests, Int32Array, REQUEST.width)
    }
    this.#requestsMade += 1
    return this.#requestsMade - 1
  }

  #takeSpan(): number {
    const free = this.#freeSpan
    if (free !== NONE) {
      this.#freeSpan = this.#next(free)
      return free
    }
    if (this.#spansMade * SPAN.width === this.#spans.length) {
      this.#spans = grown(this.#spans, Int32Array, SPAN.width)
      this.#moments = grown(this.#moments, Float64Array, MOMENT.width)
    }
    this.#spansMade += 1
    return this.#spansMade - 1
  }

  #open(record: number, request: number, { node, link, depth }: Opened): void {
    const span = this.#takeSpan()
    const at = span * SPAN.width
    this.#spans[at + SPAN.node] = node
    this.#spans[at + SPAN.link] = link
    this.#spans[at + SPAN.depth] = depth
    this.#spans[at + SPAN.next] = NONE
    this.#spans[at + SPAN.record] = record
    this.#setMoments(span, MOMENT.called)
    const ofRequest = request * REQUEST.width
    if (this.#requests[ofRequest + REQUEST.first] === NONE) this.#requests[ofRequest + REQUEST.first] = span
    else this.#spans[this.#requests[ofRequest + REQUEST.last]! * SPAN.width + SPAN.next] = span
    this.#requests[ofRequest + REQUEST.last] = span
    this.#makeRoomFor(record)
    this.#ofRecord[record * 3] = request
    this.#ofRecord[record * 3 + 1] = span
    this.#ofRecord[record * 3 + 2] = this.#records.generationOf(record)
  }

  /** Sets a moment of a span, and all later ones with it. */
  #note(record: number, moment: number): void {
    if (this.#follow(record) === NONE) return
    const span = this.#spanOf(record)
    if (span !== NONE) this.#setMoments(span, moment)
  }

  #setMoments(span: number, first: number): void {
    const { now } = this.#clock
    const from = span * MOMENT.width
    for (let moment = first; moment < MOMENT.width; moment += 1) this.#moments[from + moment] = now
  }

  /** The request that a record belongs to; NONE where that is over, or not followed. */
  #follow(record: number): number {
    const serial = this.#records.serialOf(record)
    const request = record * 3 < this.#ofRecord.length ? this.#ofRecord[record * 3]! : NONE
    if (request !== NONE && this.#requests[request * REQUEST.width + REQUEST.serial] === serial) return request
    return this.#requestOf.get(serial)
  }

  #spanOf(record: number): number {
    const at = record * 3
    if (at >= this.#ofRecord.length || this.#ofRecord[at + 2] !== this.#records.generationOf(record)) return NONE
    return this.#ofRecord[at + 1]!
  }

  #forgetSpanOf(record: number): void {
    if (record * 3 < this.#ofRecord.length) this.#ofRecord[record * 3 + 1] = NONE
  }

  #giveBack(request: number): void {
    const at = request * REQUEST.width
    const first = this.#requests[at + REQUEST.first]!
    if (this.#failures.size > 0)
      for (let span = first; span !== NONE; span = this.#next(span)) this.#failures.delete(span)
    this.#spans[this.#requests[at + REQUEST.last]! * SPAN.width + SPAN.next] = this.#freeSpan
    this.#freeSpan = first
    this.#requestOf.delete(this.#requests[at + REQUEST.serial]!)
    this.#requests[at + REQUEST.serial] = NONE
    this.#freeRequests.push(request)
  }

  #next(span: number): number {
    return this.#spans[span * SPAN.width + SPAN.next]!
  }

  #makeRoomFor(record: number): void {
    while (record * 3 >= this.#ofRecord.length) {
      const before = this.#ofRecord.length
      this.#ofRecord = grown(this.#ofRecord, Int32Array, 3)
      this.#ofRecord.fill(NONE, before)
    }
  }
}

type CopiedSpan = { -readonly [K in keyof TraceSpan]: TraceSpan[K] }

interface Followed {
  readonly clock: { readonly now: number }
  readonly records: CallRecords
  readonly links: readonly Link[]
  readonly traced: Traced
}

interface Opened {
  readonly node: number
  readonly link: number
  readonly depth: number
}
