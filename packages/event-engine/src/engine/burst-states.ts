import type { Bursts } from '../model.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import type { Streams } from './streams.ts'

/** Which of its two states a source is in: as many changes ahead as were asked for, and none of the past. */
export class BurstStates {
  readonly #model: Bursts
  readonly #streams: Streams
  readonly #stream: number
  /** Before the first of the changes. */
  #isBurst: boolean
  #changes: number[]

  /** The first state is one of the long run. */
  constructor(model: Bursts, streams: Streams, stream: number) {
    this.#model = model
    this.#streams = streams
    this.#stream = stream
    const { burst, calm } = model
    this.#isBurst = streams.uniform(stream) * (burst.meanMs + calm.meanMs) < burst.meanMs
    this.#changes = [this.#lasts(this.#isBurst)]
  }

  factorAt(time: number): number {
    return this.#stateAfter(this.#passed(time)).factor
  }

  /** The next change after a time. */
  changesAt(time: number): number {
    return this.#changes[this.#passed(time)]!
  }

  /** Gives up what was before. */
  forget(time: number): void {
    const passed = this.#passed(time)
    if (passed === 0) return
    this.#isBurst = this.#isBurstAfter(passed)
    this.#changes = this.#changes.slice(passed)
  }

  /** How many of the changes are not after a time; there is one more at least. */
  #passed(time: number): number {
    const changes = this.#changes
    for (let last = changes.at(-1)!; last <= time; changes.push(last))
      last += this.#lasts(this.#isBurstAfter(changes.length))
    return lastUpTo(changes, time) + 1
  }

  #isBurstAfter(changes: number): boolean {
    return this.#isBurst === (changes % 2 === 0)
  }

  #stateAfter(changes: number): Bursts['burst'] {
    return this.#isBurstAfter(changes) ? this.#model.burst : this.#model.calm
  }

  #lasts(isBurst: boolean): number {
    const { meanMs } = isBurst ? this.#model.burst : this.#model.calm
    return meanMs * this.#streams.exponential(this.#stream)
  }
}
