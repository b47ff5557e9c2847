import { Recorders } from '../measure/recorders.ts'
import type { MessageOutcome } from '../outcome.ts'
import { Level } from './level.ts'

/** How a message ends. */
export type Fate = 'processed' | 'failed' | 'deadLettered' | 'expired' | 'lost'

/** Counts the messages of one connection, or of all of them. */
export class MessageMeter {
  readonly #index: number
  readonly #delays: Recorders
  readonly #waiting = new Level()
  readonly #waitingOverTime: number[] = []
  #waitingAtStart = 0
  #mostWaiting = 0
  #published = 0
  #redelivered = 0
  #ended: Record<Fate, number> = { ...NONE_ENDED }

  constructor(index: number, delays: Recorders, spans: number) {
    this.#index = index
    this.#delays = delays
    for (let span = 0; span < spans; span += 1) this.#waitingOverTime.push(0)
  }

  publish(now: number): void {
    this.#published += 1
    this.#waiting.up(now)
    if (this.#waiting.count > this.#mostWaiting) this.#mostWaiting = this.#waiting.count
  }

  redeliver(): void {
    this.#redelivered += 1
  }

  end(fate: Fate, publishedAt: number, now: number): void {
    this.#ended[fate] += 1
    this.#waiting.down(now)
    if (fate === 'processed') this.#delays.record(this.#index, now - publishedAt)
  }

  /** Ends a span of the series. */
  note(): void {
    this.#waitingOverTime.push(this.#waiting.count)
  }

  /** Makes one span of each two, as the series does. */
  mergeSpans(): void {
    const spans = this.#waitingOverTime
    spans.splice(0, spans.length, ...spans.filter((_, index) => index % 2 === 1))
  }

  reset(now: number): void {
    this.#waiting.reset(now)
    this.#waitingAtStart = this.#mostWaiting = this.#waiting.count
    this.#published = this.#redelivered = 0
    this.#ended = { ...NONE_ENDED }
  }

  get published(): number {
    return this.#published
  }

  /** Messages that have ended, however. */
  get ended(): number {
    return Object.values(this.#ended).reduce((sum, count) => sum + count, 0)
  }

  toOutcome(now: number, measuredMs: number): MessageOutcome {
    return {
      published: this.#published,
      redelivered: this.#redelivered,
      ...this.#ended,
      waitingAtStart: this.#waitingAtStart,
      waitingAtEnd: this.#waiting.count,
      meanWaiting: this.#waiting.area(now) / measuredMs,
      mostWaiting: this.#mostWaiting,
      waiting: [...this.#waitingOverTime],
      delay: this.#delays.toHistogram(this.#index),
    }
  }
}

const NONE_ENDED: Readonly<Record<Fate, number>> = { processed: 0, failed: 0, deadLettered: 0, expired: 0, lost: 0 }

/** Counts the messages of a run, by connection and together. */
export class MessageMeters {
  /** By link; null where no call is a message. */
  readonly byLink: (MessageMeter | null)[] = []
  all: MessageMeter | null = null
  readonly #delays = new Recorders(0)
  #count = 0

  /** Counts those of further links, too. `carries`: by link, whether some of its calls are messages; `spans` of the series have ended. */
  count(carries: readonly boolean[], spans: number): void {
    for (const [link, carriesAny] of carries.entries()) {
      if (!carriesAny || this.byLink[link] != null) {
        this.byLink[link] ??= null
        continue
      }
      this.all ??= this.#add(spans)
      this.byLink[link] = this.#add(spans)
    }
  }

  #add(spans: number): MessageMeter {
    this.#count += 1
    this.#delays.grow(this.#count)
    return new MessageMeter(this.#count - 1, this.#delays, spans)
  }

  publish(link: number, now: number): void {
    this.byLink[link]?.publish(now)
    this.all?.publish(now)
  }

  redeliver(link: number): void {
    this.byLink[link]?.redeliver()
    this.all?.redeliver()
  }

  end(link: number, fate: Fate, times: { readonly publishedAt: number; readonly now: number }): void {
    this.byLink[link]?.end(fate, times.publishedAt, times.now)
    this.all?.end(fate, times.publishedAt, times.now)
  }

  /** Ends a span of the series. */
  note(): void {
    for (const meter of this.byLink) meter?.note()
    this.all?.note()
  }

  mergeSpans(): void {
    for (const meter of this.byLink) meter?.mergeSpans()
    this.all?.mergeSpans()
  }

  reset(now: number): void {
    this.#delays.reset()
    for (const meter of this.byLink) meter?.reset(now)
    this.all?.reset(now)
  }
}
