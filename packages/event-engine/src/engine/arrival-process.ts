import type { Rate, SourceModel } from '../model.ts'
import type { BurstStates } from './burst-states.ts'
import { drawOf } from './draws.ts'
import type { Draw, Streams } from './streams.ts'

const NEVER = Number.POSITIVE_INFINITY
/** Times of requests are sums: one that is due when the rate changes may be off by so much, as a share of the time. */
const ROUNDING = 1e-12

/**
 * Requests of a rate that changes. What is drawn between two is how many are expected meanwhile, 1 in the mean: so each change counts
 * from its moment, and what is left of an interval becomes shorter or longer. Drawn exponentially it is a Poisson process; the
 * inversion is that of Çınlar (1975).
 */
export class ArrivalProcess {
  readonly #draw: Draw
  readonly #stream: number
  readonly #bursts: BurstStates | null
  #rate: Rate
  /** Between two at a rate that never changes, ms; NaN: it changes, or there are none. */
  #steadyMs: number
  /** When it was last reckoned how many are expected until the next, and how many. */
  #since = 0
  #left = 0
  #notYet = 0
  /** When the next request comes; Infinity: none does. */
  dueAt = NEVER

  constructor(
    { arrivals, interarrival, rate }: Pick<SourceModel, 'arrivals' | 'interarrival' | 'rate'>,
    { streams, stream, bursts }: { streams: Streams; stream: number; bursts: BurstStates | null },
  ) {
    this.#draw = drawOf(streams, arrivals === 'even' ? { kind: 'deterministic' } : interarrival)
    this.#stream = stream
    this.#bursts = bursts
    this.#rate = rate
    this.#steadyMs = this.#between()
  }

  /** Between two at a rate that never changes, ms; NaN: it changes, or there are none. */
  get steadyMs(): number {
    return this.#steadyMs
  }

  /** Draws when the next request comes, up to `end`. */
  next(now: number, end: number): void {
    this.#left = this.#draw.next(this.#stream)
    this.#since = now
    this.#bursts?.forget(now)
    this.#plan(end)
  }

  /** Takes another rate from now on: `dueAt` moves. */
  setRate(rate: Rate, now: number, end: number): void {
    this.#left = this.#follow(now) < NEVER ? 0 : this.#notYet
    this.#since = now
    this.#rate = rate
    this.#steadyMs = this.#between()
    this.#plan(end)
  }

  #between(): number {
    const ms = 1000 / this.#rate.at(0)
    return this.#rate.isSteady && this.#bursts === null && ms < NEVER ? ms : Number.NaN
  }

  #plan(end: number): void {
    this.dueAt = this.#steadyMs > 0 ? this.#since + this.#left * this.#steadyMs : this.#follow(end)
  }

  /** When the next request comes, if that is up to a time; else Infinity, and so many are `#notYet` expected until it. */
  #follow(until: number): number {
    const rate = this.#rate
    let [time, left] = [this.#since, this.#left]
    while (time < until) {
      const level = rate.at(time) / 1000
      const states = level === 0 ? null : this.#bursts
      const perMs = states === null ? level : level * states.factorAt(time)
      const changesAt = Math.min(rate.changesAt(time), states === null ? NEVER : states.changesAt(time), until)
      if (perMs > 0) {
        const dueAt = time + left / perMs
        if (dueAt <= changesAt * (1 + ROUNDING)) return Math.min(dueAt, changesAt)
        left -= perMs * (changesAt - time)
      }
      time = changesAt
    }
    this.#notYet = left
    return NEVER
  }
}
