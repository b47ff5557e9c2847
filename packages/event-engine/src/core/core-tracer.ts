import { type CallRecords, NONE } from '../engine/call-records.ts'
import type { RunOutcome, Trace, TraceSpan } from '../outcome.ts'
import type { CoreMemory } from './memory.ts'

interface Traced {
  readonly memory: CoreMemory
  readonly records: CallRecords
  readonly requests: { readonly reasons: readonly string[]; codeOf(reason: string): number }
  readonly clock: { readonly now: number }
}

/** `request`: where the core keeps it. */
type Ended = Pick<Trace, 'requestType' | 'responseMs'> & { readonly request: number }

/** Where the whole numbers of a span and of a request are, behind the floats, as the core has them. */
const [NODE, LINK, DEPTH, NEXT, FAILURE] = [10, 11, 12, 13, 15]
const [CLIENT, FIRST] = [3, 4]

/** The slowest requests, which the core follows and keeps, and what the engine's own code adds to them. */
export class CoreTracer {
  readonly #of: Traced
  /** By serial number, in the order in which they ended. */
  readonly #ended = new Map<number, Ended>()

  constructor(of: Traced) {
    this.#of = of
    of.memory.exports.trace()
    of.memory.refresh()
  }

  began(record: number, client: number): void {
    this.#of.memory.exports.traceBegan(record, client)
    this.#of.memory.refresh()
  }

  called(record: number, parent: number, link: number): void {
    this.#of.memory.exports.traceCalled(record, parent, link)
    this.#of.memory.refresh()
  }

  arrived(record: number): void {
    this.#of.memory.exports.traceArrived(record)
  }

  started(record: number): void {
    this.#of.memory.exports.traceStarted(record)
  }

  served(record: number): void {
    this.#of.memory.exports.traceServed(record)
  }

  replied(record: number, failure: string | null): void {
    this.#of.memory.exports.traceReplied(record, this.#codeOf(failure))
  }

  ended(record: number, { failure, isSlow }: { failure: string | null; isSlow: boolean }): void {
    this.#of.memory.exports.traceEnded(record, this.#codeOf(failure), isSlow ? 1 : 0)
  }

  /** 1 more than the code of a reason; 0 for none. */
  #codeOf(failure: string | null): number {
    return failure === null ? 0 : this.#of.requests.codeOf(failure) + 1
  }

  /** Notes a request that the core keeps. */
  note(request: number, record: number): void {
    const { records, memory, clock } = this.#of
    this.#ended.set(records.serialOf(record), {
      requestType: records.classOf(record),
      responseMs: clock.now - memory.floats[this.#at(request) >>> 3]!,
      request,
    })
  }

  tracesOf(requests: RunOutcome['slowest']): Trace[] {
    const serials = new Set(requests.map(({ serial }) => serial))
    return [...this.#ended].flatMap(([serial, one]) => (serials.has(serial) ? [this.#copy(serial, one)] : []))
  }

  drop(serial: number): void {
    const ended = this.#ended.get(serial)
    if (ended === undefined) return
    this.#of.memory.exports.traceDropped(ended.request)
    this.#ended.delete(serial)
  }

  #copy(serial: number, { request, requestType, responseMs }: Ended): Trace {
    const { ints, floats, exports } = this.#of.memory
    const at = this.#at(request)
    const startMs = floats[at >>> 3]!
    const spans: TraceSpan[] = []
    for (let span = ints[(at >>> 2) + FIRST]!; span !== NONE; ) {
      const row = exports.spanRow(span) >>> 0
      spans.push(this.#copySpan(row, startMs))
      span = ints[(row >>> 2) + NEXT]!
    }
    return { serial, requestType, client: ints[(at >>> 2) + CLIENT]!, startMs, responseMs, spans }
  }

  #at(request: number): number {
    return this.#of.memory.exports.tracedRow(request) >>> 0
  }

  #copySpan(row: number, startMs: number): TraceSpan {
    const { memory, requests } = this.#of
    const since = (moment: number) => memory.floats[(row >>> 3) + moment]! - startMs
    const ints = (index: number) => memory.ints[(row >>> 2) + index]!
    const failure = ints(FAILURE)
    return {
      node: ints(NODE),
      link: ints(LINK),
      depth: ints(DEPTH),
      calledMs: since(0),
      arrivedMs: since(1),
      startedMs: since(2),
      endedMs: since(3),
      repliedMs: since(4),
      outcome: failure === 0 ? 'ok' : requests.reasons[failure - 1]!,
    }
  }
}
