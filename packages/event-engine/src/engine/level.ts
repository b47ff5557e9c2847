import type { LevelPlace } from './rows.ts'

/**
 * How many of something there are, and its integral over time: each that comes takes the time of its coming off, each that goes
 * adds that of its going, so that a change costs one addition.
 */
export class Level {
  readonly #place: LevelPlace
  /** What the integral was when it was last set back. */
  #before = 0

  constructor(place: LevelPlace) {
    this.#place = place
  }

  /** One whose numbers stand nowhere else. */
  static alone(): Level {
    return new Level({ counts: new Int32Array(1), count: 0, balances: new Float64Array(1), balance: 0 })
  }

  get count(): number {
    return this.#place.counts[this.#place.count]!
  }

  up(now: number): void {
    const { counts, count, balances, balance } = this.#place
    counts[count]! += 1
    balances[balance]! -= now
  }

  down(now: number): void {
    const { counts, count, balances, balance } = this.#place
    counts[count]! -= 1
    balances[balance]! += now
  }

  to(count: number, now: number): void {
    const place = this.#place
    place.balances[place.balance]! -= (count - this.count) * now
    place.counts[place.count] = count
  }

  /** The integral since the start, and since it was last set back, in ms. */
  sinceStart(now: number): number {
    return this.#place.balances[this.#place.balance]! + this.count * now
  }

  area(now: number): number {
    return this.sinceStart(now) - this.#before
  }

  reset(now: number): void {
    this.#before = this.sinceStart(now)
  }
}

/** A level that follows from two others, so that no visit has to keep it: their sum, or what one has beyond the other. */
export class DerivedLevel {
  readonly #one: Level
  readonly #sign: 1 | -1
  readonly #other: Level

  constructor(one: Level, sign: 1 | -1, other: Level) {
    this.#one = one
    this.#sign = sign
    this.#other = other
  }

  get count(): number {
    return this.#one.count + this.#sign * this.#other.count
  }

  sinceStart(now: number): number {
    return this.#one.sinceStart(now) + this.#sign * this.#other.sinceStart(now)
  }

  area(now: number): number {
    return this.#one.area(now) + this.#sign * this.#other.area(now)
  }
}
