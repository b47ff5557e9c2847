import type { Histogram } from '../measure/histogram.ts'
import { joinParts, type MeasuredPart } from '../measure/join-parts.ts'
import { SliceMeter } from '../measure/slice-meter.ts'
import type { Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'

/** A run that goes on until a given time, and can be measured at any time. */
export interface ContinuedRun {
  readonly timeMs: number
  readonly endedEarly: RunOutcome['endedEarly']
  /** How many there were so far. */
  readonly events: number
  /** Time integral of the number of requests at all stations since the start. */
  readonly inSystemMs: number
  /** The response times of each slice that has ended. */
  readonly responseSlices: readonly Histogram[]
  readonly whole: Pick<RunOutcome, 'seed' | 'endedEarly' | 'events' | 'series' | 'changes'>
  /** Simulates what happens until a time, or so many events. Returns whether it got to the time. */
  advance(untilMs: number, onProgress?: (timeMs: number) => void, events?: number): boolean
  /** Follows another model from now on. What was measured goes on. */
  apply(model: Model): void
  /** Ends a slice of the response times and of the delays of messages. */
  endSlice(): void
  /** Makes one of each two slices that it keeps. */
  mergeSlices(): void
  /** What was measured since it was last made to forget. */
  measure(): MeasuredPart
  /** What was traced, where the slowest are to be, of these. */
  tracesOf(slowest: RunOutcome['slowest']): RunOutcome['traces']
  forget(): void
  /** To be called when all is measured, so that the next run has its memory. */
  end(): void
}

interface Way {
  readonly onProgress?: ((share: number) => void) | undefined
  readonly untilMs?: number
  readonly events?: number
}

/**
 * A run whose time can be doubled again and again, and which is measured after its warm-up each time. Whether it got there in one go
 * or in many changes no bit of its outcome: it cuts what it measures at the doublings of the warm-up, and joins the parts.
 */
export class GrowingRun {
  readonly #run: ContinuedRun
  readonly #slices: SliceMeter
  /** What was measured from a time on until the next one. */
  #parts: { readonly fromMs: number; readonly part: MeasuredPart }[] = []
  #partFromMs = 0

  constructor(run: ContinuedRun, durationMs: number) {
    this.#run = run
    this.#slices = new SliceMeter(durationMs)
  }

  get durationMs(): number {
    return this.#slices.durationMs
  }

  /** How many there were so far. */
  get events(): number {
    return this.#run.events
  }

  double(): void {
    this.#slices.double()
    this.#run.mergeSlices()
  }

  /**
   * Simulates the whole duration, or until a time, or so many events; `warmUpMs` may double with the duration, or stay as it is. Returns
   * whether it got to the time.
   */
  advance(
    warmUpMs: number,
    { onProgress, untilMs = this.durationMs, events = Number.POSITIVE_INFINITY }: Way = {},
  ): boolean {
    const run = this.#run
    const { durationMs } = this
    this.#parts = this.#parts.filter(({ fromMs }) => fromMs >= warmUpMs)
    const onTime = onProgress && ((timeMs: number) => onProgress(timeMs / durationMs))
    const mostEvents = run.events + events
    while (run.endedEarly === null && (run.timeMs < untilMs || this.#slices.nextEndMs <= untilMs)) {
      const cutMs = warmUpMs === 0 ? Number.POSITIVE_INFINITY : nextDoubling(warmUpMs, this.#partFromMs)
      if (run.timeMs === cutMs) this.#cut(warmUpMs)
      else if (!this.#advance(Math.min(cutMs, untilMs), mostEvents - run.events, onTime)) return false
    }
    return run.endedEarly === null
  }

  #advance(untilMs: number, events: number, onTime?: (timeMs: number) => void): boolean {
    const sliceMs = this.#slices.nextEndMs
    const isThere = this.#run.advance(Math.min(untilMs, sliceMs), onTime, events)
    if (isThere && this.#run.timeMs === sliceMs) this.#endSlice()
    return isThere
  }

  /** What was measured since `warmUpMs`, which the last advance was given. */
  outcome(warmUpMs: number): RunOutcome {
    const isPast = this.#partFromMs >= warmUpMs
    const last = this.#run.measure()
    // A run that ended in its warm-up measured nothing.
    const current = isPast ? last : { ...last, measuredMs: 0 }
    const measured = joinParts([...this.#parts.map(({ part }) => part), current])
    return {
      ...this.#run.whole,
      ...measured,
      traces: this.#run.tracesOf(measured.slowest),
      slices: {
        durationMs: this.#slices.durationMs,
        responses: this.#run.responseSlices,
        inSystemMs: this.#slices.inSystemMs,
      },
    }
  }

  #endSlice(): void {
    if (this.#slices.end(this.#run.inSystemMs)) this.#run.endSlice()
  }

  /** Ends a part; those of the warm-up are of no use any more. */
  #cut(warmUpMs: number): void {
    const run = this.#run
    if (this.#partFromMs >= warmUpMs) this.#parts.push({ fromMs: this.#partFromMs, part: run.measure() })
    run.forget()
    this.#partFromMs = run.timeMs
  }
}

/** The first of `ms`, 2 `ms`, 4 `ms` … after a time. */
function nextDoubling(ms: number, afterMs: number): number {
  let next = ms
  while (next <= afterMs) next *= 2
  return next
}
