import type { Trace, TraceSpan } from '../outcome.ts'
import { type CallRecords, NONE } from './call-records.ts'
import type { Link } from './link.ts'

type OpenSpan = { -readonly [K in keyof TraceSpan]: TraceSpan[K] }

interface OpenTrace {
  readonly client: number
  readonly startMs: number
  readonly spans: OpenSpan[]
}

/** Records the spans of selected requests. */
export class Tracer {
  readonly done: Trace[] = []
  readonly #records: CallRecords
  readonly #links: readonly Link[]
  readonly #wanted: ReadonlySet<number>
  readonly #traces = new Map<number, OpenTrace>()
  /** The latest span of each record, with the record's generation. */
  readonly #spans = new Map<number, { readonly generation: number; readonly span: OpenSpan }>()

  constructor({
    records,
    links,
    wanted,
  }: { records: CallRecords; links: readonly Link[]; wanted: ReadonlySet<number> }) {
    this.#records = records
    this.#links = links
    this.#wanted = wanted
  }

  began(record: number, client: number, now: number): void {
    const serial = this.#records.serialOf(record)
    if (!this.#wanted.has(serial)) return
    this.#traces.set(serial, { client, startMs: now, spans: [] })
    this.#open(record, { node: client, link: NONE, depth: 0, now })
  }

  called(record: number, parent: number, link: number, now: number): void {
    const caller = this.#spanOf(parent === NONE ? record : parent)
    const depth = (caller?.depth ?? 0) + 1
    if (this.#traceOf(record)) this.#open(record, { node: this.#links[link]!.target, link, depth, now })
  }

  arrived(record: number, now: number): void {
    this.#note(record, 'arrivedMs', now)
  }

  started(record: number, now: number): void {
    this.#note(record, 'startedMs', now)
  }

  served(record: number, now: number): void {
    this.#note(record, 'endedMs', now)
  }

  replied(record: number, now: number, failure: string | null): void {
    this.#note(record, 'repliedMs', now)
    const span = this.#spanOf(record)
    if (span && failure !== null) span.outcome = failure
    this.#spans.delete(record)
  }

  ended(record: number, now: number, failure: string | null): void {
    const trace = this.#traceOf(record)
    if (!trace) return
    this.#note(record, 'repliedMs', now)
    const first = trace.spans[0]
    if (first) {
      first.repliedMs = now - trace.startMs
      if (failure !== null) first.outcome = failure
    }
    const serial = this.#records.serialOf(record)
    this.#traces.delete(serial)
    this.#spans.delete(record)
    const { client, startMs, spans } = trace
    this.done.push({
      serial,
      requestType: this.#records.classOf(record),
      client,
      startMs,
      responseMs: now - startMs,
      spans,
    })
  }

  #open(record: number, { node, link, depth, now }: { node: number; link: number; depth: number; now: number }): void {
    const trace = this.#traceOf(record)
    if (!trace) return
    const at = now - trace.startMs
    const span = {
      node,
      link,
      depth,
      calledMs: at,
      arrivedMs: at,
      startedMs: at,
      endedMs: at,
      repliedMs: at,
      outcome: 'ok',
    }
    trace.spans.push(span)
    this.#spans.set(record, { generation: this.#records.generationOf(record), span })
  }

  /** Sets a moment of a span, and all later ones with it. */
  #note(record: number, moment: (typeof MOMENTS)[number], now: number): void {
    const trace = this.#traceOf(record)
    const span = this.#spanOf(record)
    if (!trace || !span) return
    for (const later of MOMENTS.slice(MOMENTS.indexOf(moment))) span[later] = now - trace.startMs
  }

  #traceOf(record: number): OpenTrace | undefined {
    return this.#traces.get(this.#records.serialOf(record))
  }

  #spanOf(record: number): OpenSpan | undefined {
    const latest = this.#spans.get(record)
    return latest && latest.generation === this.#records.generationOf(record) ? latest.span : undefined
  }
}

const MOMENTS = ['arrivedMs', 'startedMs', 'endedMs', 'repliedMs'] as const
