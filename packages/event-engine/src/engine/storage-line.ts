import type { Level } from './level.ts'

/** The visits at a station that wait for a turn at its storage, in the order in which they have asked; they hold their slots. */
export class StorageLine {
  /** By record: since when it waits. */
  readonly #since = new Map<number, number>()
  /** All that wait at the station. */
  readonly #waiting: Level
  /** When the latest operation ends. */
  freeAt = 0
  /** Whether an event is planned for then: only where somebody has come to wait. */
  isTurnPlanned = false

  constructor(waiting: Level) {
    this.#waiting = waiting
  }

  add(record: number, now: number): void {
    this.#waiting.up(now)
    this.#since.set(record, now)
  }

  /** Takes a visit out, if it waits here. Gives back how long it has waited, ms. */
  remove(record: number, now: number): number {
    const since = this.#since.get(record)
    if (since === undefined) return 0
    this.#since.delete(record)
    this.#waiting.down(now)
    return now - since
  }

  /** The record that has waited longest; undefined: none waits. */
  get first(): number | undefined {
    return this.#since.keys().next().value
  }
}
