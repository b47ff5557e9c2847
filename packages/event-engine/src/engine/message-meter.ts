import type { Histogram } from '../measure/histogram.ts'
import { COARSER, differences, pairs } from '../measure/series.ts'
import { SlicedValues } from '../measure/sliced-values.ts'
import type { MessageOutcome } from '../outcome.ts'
import { OwnLevel } from './level.ts'

/** How a message ends. */
export type Fate = 'processed' | 'failed' | 'expired' | 'lost'

interface End {
  readonly publishedAt: number
  readonly now: number
  /** Whether a dead-letter queue keeps it. */
  readonly isKept: boolean
}

interface Options {
  readonly index: number
  /** Of all meters together. */
  readonly delays: SlicedValues
  /** Spans of the series that have ended. */
  readonly spans: number
  /** Whether it keeps the delays of each span. */
  readonly keepsSpans: boolean
}

/** Counts the messages of one connection, or of all of them. The compiled core counts here, too. */
export class MessageMeter {
  readonly index: number
  readonly waiting = new OwnLevel()
  mostWaiting = 0
  published = 0
  givenUp = 0
  processed = 0
  /** Since the start. */
  processedInAll = 0
  readonly #delays: SlicedValues
  readonly #waitingOverTime: number[] = []
  /** Of each span; null: it does not keep them. */
  #delaysOverTime: Histogram[] | null
  /** Sums since the start of the run, at the end of each span. */
  readonly #delayMsOverTime: number[] = []
  readonly #processedOverTime: number[] = []
  #waitingAtStart = 0
  #redelivered = 0
  #deadLettered = 0
  #ended: Record<Exclude<Fate, 'processed'>, number> = { ...NONE_ENDED }

  constructor({ index, delays, spans, keepsSpans }: Options) {
    this.index = index
    this.#delays = delays
    this.#delaysOverTime = keepsSpans ? [] : null
    for (let span = 0; span < spans; span += 1) this.note()
  }

  publish(now: number): void {
    this.published += 1
    this.waiting.up(now)
    if (this.waiting.count > this.mostWaiting) this.mostWaiting = this.waiting.count
  }

  giveUp(now: number): void {
    this.givenUp += 1
    this.publish(now)
  }

  redeliver(): void {
    this.#redelivered += 1
  }

  end(fate: Fate, { publishedAt, now, isKept }: End): void {
    if (isKept) this.#deadLettered += 1
    this.waiting.down(now)
    if (fate !== 'processed') {
      this.#ended[fate] += 1
      return
    }
    this.#delays.record(this.index, now - publishedAt)
    this.processed += 1
    this.processedInAll += 1
  }

  /** Notes a span of the series that ends. */
  note(): void {
    this.#waitingOverTime.push(this.waiting.count)
    this.#processedOverTime.push(this.processedInAll)
    this.#delayMsOverTime.push(this.#delays.sumOf(this.index))
    this.#delaysOverTime?.push(this.#delays.spanOf(this.index))
  }

  /** Makes one span of each two, as the series does. */
  mergeSpans(): void {
    for (const spans of [this.#waitingOverTime, this.#processedOverTime, this.#delayMsOverTime])
      spans.splice(0, spans.length, ...spans.filter((_, index) => index % 2 === 1))
    if (this.#delaysOverTime !== null) this.#delaysOverTime = pairs(this.#delaysOverTime)
  }

  reset(now: number): void {
    this.waiting.reset(now)
    this.#waitingAtStart = this.mostWaiting = this.waiting.count
    this.published = this.processed = this.givenUp = this.#redelivered = this.#deadLettered = 0
    this.#ended = { ...NONE_ENDED }
  }

  /** Messages that have ended, however. */
  get ended(): number {
    return Object.values(this.#ended).reduce((sum, count) => sum + count, this.processed)
  }

  toOutcome(now: number, measuredMs: number): MessageOutcome {
    const sums = differences(this.#delayMsOverTime)
    return {
      published: this.published,
      givenUp: this.givenUp,
      redelivered: this.#redelivered,
      deadLettered: this.#deadLettered,
      processed: this.processed,
      ...this.#ended,
      waitingAtStart: this.#waitingAtStart,
      waitingAtEnd: this.waiting.count,
      meanWaiting: this.waiting.area(now) / measuredMs,
      mostWaiting: this.mostWaiting,
      waiting: [...this.#waitingOverTime],
      processedOverTime: differences(this.#processedOverTime),
      delayMsOverTime: sums,
      delaysOverTime: this.#delaysOverTime?.map((one, span) => ({ ...one, sum: sums[span] ?? 0 })) ?? null,
      delay: this.#delays.toHistogram(this.index),
      delaySlices: this.#delays.slicesOf([this.index]),
    }
  }
}

const NONE_ENDED = { failed: 0, expired: 0, lost: 0 }
/**
 * Connections that carry messages beyond which only those of all of them together keep the delays of each span, and those of slices in
 * narrow buckets: it takes memory.
 */
const MOST_KEPT = 20

/** Counts the messages of a run, by connection and together. */
export class MessageMeters {
  /** By link; null where no call is a message so far. */
  readonly byLink: (MessageMeter | null)[] = []
  all: MessageMeter | null = null
  readonly delays = new SlicedValues({ spanWidth: COARSER })
  /** Whether it has a series of each connection, not only of all together. */
  keepsSeries = true
  #count = 0

  /** Counts those of further links, too. `carries`: by link, whether some of its calls are messages; `spans` of the series have ended. */
  count(carries: readonly boolean[], spans: number): void {
    const keepsSpans = carries.filter((carriesAny) => carriesAny).length <= MOST_KEPT
    for (const [link, carriesAny] of carries.entries()) {
      this.byLink[link] ??= null
      if (carriesAny) this.countLink(link, spans, keepsSpans)
    }
  }

  countLink(link: number, spans: number, keepsSpans: boolean): void {
    this.all ??= this.#add(spans, { keepsSpans: true, isFine: true })
    const [ended, ofEachSpan] = this.keepsSeries ? [spans, keepsSpans] : [0, false]
    this.byLink[link] ??= this.#add(ended, { keepsSpans: ofEachSpan, isFine: keepsSpans })
  }

  #add(
    spans: number,
    { keepsSpans, isFine }: { readonly keepsSpans: boolean; readonly isFine: boolean },
  ): MessageMeter {
    this.#count += 1
    this.delays.grow(this.#count, { width: isFine ? 1 : COARSER, hasSpans: keepsSpans })
    return new MessageMeter({ index: this.#count - 1, delays: this.delays, spans, keepsSpans })
  }

  publish(link: number, now: number): void {
    this.byLink[link]?.publish(now)
    this.all?.publish(now)
  }

  /** A call is a message from now on, though its link carries none as a rule; `spans` of the series have ended. */
  giveUp(link: number, { now, spans }: { readonly now: number; readonly spans: number }): void {
    this.countLink(link, spans, false)
    this.byLink[link]?.giveUp(now)
    this.all?.giveUp(now)
  }

  redeliver(link: number): void {
    this.byLink[link]?.redeliver()
    this.all?.redeliver()
  }

  end(link: number, fate: Fate, end: End): void {
    this.byLink[link]?.end(fate, end)
    this.all?.end(fate, end)
  }

  /** Ends a span of the series. */
  note(): void {
    this.#eachWithSeries((meter) => meter.note())
    this.delays.endSpan()
  }

  /** Ends a slice of the run. */
  endSlice(): void {
    this.delays.endSlice()
  }

  /** Makes one slice of each two. */
  mergeSlices(): void {
    this.delays.mergeSlices()
  }

  mergeSpans(): void {
    this.#eachWithSeries((meter) => meter.mergeSpans())
  }

  reset(now: number): void {
    this.#each((meter) => meter.reset(now))
    this.delays.reset()
  }

  #eachWithSeries(action: (meter: MessageMeter) => void): void {
    if (this.keepsSeries) this.#each(action)
    else if (this.all !== null) action(this.all)
  }

  #each(action: (meter: MessageMeter) => void): void {
    for (const meter of this.byLink) if (meter !== null) action(meter)
    if (this.all !== null) action(this.all)
  }
}
