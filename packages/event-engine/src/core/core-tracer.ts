import { type CallRecords, NONE } from '../engine/call-records.ts'
import type { Trace, TraceSpan } from '../outcome.ts'
import type { CoreMemory } from './memory.ts'

type CopiedSpan = { -readonly [K in keyof TraceSpan]: TraceSpan[K] }

interface Traced {
  readonly memory: CoreMemory
  readonly records: CallRecords
  readonly requests: { readonly reasons: readonly string[]; codeOf(reason: string): number }
  readonly clock: { readonly now: number }
}

/** Floats of a span before its whole numbers, and where those are; as the core has them. */
const [NODE, LINK, DEPTH, NEXT, RECORD, FAILURE] = [10, 11, 12, 13, 14, 15]
const [SERIAL, CLIENT, FIRST] = [2, 3, 4]

/** The slowest requests that the core follows, and what the engine's own code adds to them. */
export class CoreTracer {
  readonly done: Trace[] = []
  readonly traced = 'slowest'
  readonly #of: Traced
  /** By record: its span of a request that has ended and was copied, with the record's generation. It may fail yet. */
  readonly #left = new Map<number, { readonly generation: number; readonly span: CopiedSpan }>()

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

  /** A span that was copied has failed after its request had ended. */
  leftFailed(record: number, code: number): void {
    const left = this.#left.get(record)
    if (left?.generation === this.#of.records.generationOf(record)) left.span.outcome = this.#of.requests.reasons[code]!
  }

  leftReplied(record: number): void {
    this.#left.delete(record)
  }

  /** Copies a request that has ended. */
  copy(request: number, record: number): void {
    const { memory, records, clock } = this.#of
    const at = memory.exports.tracedRow(request) >>> 0
    const startMs = memory.floats[at >>> 3]!
    const ints = (index: number) => memory.ints[(at >>> 2) + index]!
    const spans: TraceSpan[] = []
    for (let span = ints(FIRST); span !== NONE; ) {
      const row = memory.exports.spanRow(span) >>> 0
      spans.push(this.#copySpan(span, row, startMs))
      span = memory.ints[(row >>> 2) + NEXT]!
    }
    this.done.push({
      serial: ints(SERIAL),
      requestType: records.classOf(record),
      client: ints(CLIENT),
      startMs,
      responseMs: clock.now - startMs,
      spans,
    })
  }

  #copySpan(span: number, row: number, startMs: number): TraceSpan {
    const { memory, records, requests } = this.#of
    const since = (moment: number) => memory.floats[(row >>> 3) + moment]! - startMs
    const ints = (index: number) => memory.ints[(row >>> 2) + index]!
    const failure = ints(FAILURE)
    const copied: CopiedSpan = {
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
    const record = ints(RECORD)
    if (memory.exports.leaveSpan(record, span) !== 0)
      this.#left.set(record, { generation: records.generationOf(record), span: copied })
    return copied
  }
}
