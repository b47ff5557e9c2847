import type { Trace, TraceSpan } from '../outcome.ts'
import { type Frames, NONE } from './frames.ts'
import type { Link } from './link.ts'

type OpenSpan = { -readonly [K in keyof TraceSpan]: TraceSpan[K] }

interface OpenTrace {
  readonly client: number
  readonly startMs: number
  readonly spans: OpenSpan[]
}

/** Writes down the ways of the requests whose numbers are wanted. */
export class Tracer {
  readonly done: Trace[] = []
  readonly #frames: Frames
  readonly #links: readonly Link[]
  readonly #wanted: ReadonlySet<number>
  readonly #traces = new Map<number, OpenTrace>()
  /** The latest span of each frame, with the life of the frame that it is of. */
  readonly #spans = new Map<number, { readonly generation: number; readonly span: OpenSpan }>()

  constructor({ frames, links, wanted }: { frames: Frames; links: readonly Link[]; wanted: ReadonlySet<number> }) {
    this.#frames = frames
    this.#links = links
    this.#wanted = wanted
  }

  began(frame: number, client: number, now: number): void {
    const serial = this.#frames.serialOf(frame)
    if (!this.#wanted.has(serial)) return
    this.#traces.set(serial, { client, startMs: now, spans: [] })
    this.#open(frame, { node: client, link: NONE, depth: 0, now })
  }

  called(frame: number, parent: number, link: number, now: number): void {
    const caller = this.#spanOf(parent === NONE ? frame : parent)
    const depth = (caller?.depth ?? 0) + 1
    if (this.#traceOf(frame)) this.#open(frame, { node: this.#links[link]!.target, link, depth, now })
  }

  arrived(frame: number, now: number): void {
    this.#note(frame, 'arrivedMs', now)
  }

  started(frame: number, now: number): void {
    this.#note(frame, 'startedMs', now)
  }

  served(frame: number, now: number): void {
    this.#note(frame, 'endedMs', now)
  }

  replied(frame: number, now: number, failure: string | null): void {
    this.#note(frame, 'repliedMs', now)
    const span = this.#spanOf(frame)
    if (span && failure !== null) span.outcome = failure
    this.#spans.delete(frame)
  }

  ended(frame: number, now: number, failure: string | null): void {
    const trace = this.#traceOf(frame)
    if (!trace) return
    this.#note(frame, 'repliedMs', now)
    const first = trace.spans[0]
    if (first) {
      first.repliedMs = now - trace.startMs
      if (failure !== null) first.outcome = failure
    }
    const serial = this.#frames.serialOf(frame)
    this.#traces.delete(serial)
    this.#spans.delete(frame)
    const { client, startMs, spans } = trace
    this.done.push({
      serial,
      requestType: this.#frames.classOf(frame),
      client,
      startMs,
      responseMs: now - startMs,
      spans,
    })
  }

  #open(frame: number, { node, link, depth, now }: { node: number; link: number; depth: number; now: number }): void {
    const trace = this.#traceOf(frame)
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
    this.#spans.set(frame, { generation: this.#frames.generationOf(frame), span })
  }

  /** A moment of a span; all that come after it are not before it. */
  #note(frame: number, moment: (typeof MOMENTS)[number], now: number): void {
    const trace = this.#traceOf(frame)
    const span = this.#spanOf(frame)
    if (!trace || !span) return
    for (const later of MOMENTS.slice(MOMENTS.indexOf(moment))) span[later] = now - trace.startMs
  }

  #traceOf(frame: number): OpenTrace | undefined {
    return this.#traces.get(this.#frames.serialOf(frame))
  }

  #spanOf(frame: number): OpenSpan | undefined {
    const latest = this.#spans.get(frame)
    return latest && latest.generation === this.#frames.generationOf(frame) ? latest.span : undefined
  }
}

const MOMENTS = ['arrivedMs', 'startedMs', 'endedMs', 'repliedMs'] as const
