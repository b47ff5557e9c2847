import { FLOAT_ZERO } from '../float-zero.ts'

/**
 * A count and its integral over time. Each increment subtracts the current time from a balance and each decrement adds it, so that a
 * change costs one addition.
 */
export abstract class Level {
  abstract count: number
  abstract balance: number
  /** The integral at the last reset. */
  before = FLOAT_ZERO

  up(now: number): void {
    this.count += 1
    this.balance -= now
  }

  down(now: number): void {
    this.count -= 1
    this.balance += now
  }

  /** Counts whole ones only. */
  to(count: number, now: number): void {
    this.balance -= (count - this.count) * now
    this.count = count | 0
  }

  /** The integral since the start, and since the last reset, in ms. */
  sinceStart(now: number): number {
    return this.balance + this.count * now
  }

  area(now: number): number {
    return this.sinceStart(now) - this.before
  }

  reset(now: number): void {
    this.before = this.sinceStart(now)
  }
}

/** A level with fields of its own; the compiled core has others. */
export class OwnLevel extends Level {
  count = 0
  balance = FLOAT_ZERO
}

/** The sum or the difference of two levels, so that no visit has to update it. */
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
