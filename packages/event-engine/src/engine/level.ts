import type { LevelCells, Row } from './rows.ts'

/**
 * A count and its integral over time. Each increment subtracts the current time from a balance and each decrement adds it, so that a
 * change costs one addition.
 */
export class Level {
  #cells: LevelCells
  /** The integral at the last reset. */
  #before = 0

  constructor(cells: LevelCells) {
    this.#cells = cells
  }

  /** Takes the copy of its row from now on. */
  moveTo({ ints, floats }: Row): void {
    this.#cells = { ...this.#cells, counts: ints, balances: floats }
  }

  /** A level with storage of its own. */
  static alone(): Level {
    return new Level({ counts: new Int32Array(1), count: 0, balances: new Float64Array(1), balance: 0 })
  }

  get count(): number {
    return this.#cells.counts[this.#cells.count]!
  }

  up(now: number): void {
    const { counts, count, balances, balance } = this.#cells
    counts[count]! += 1
    balances[balance]! -= now
  }

  down(now: number): void {
    const { counts, count, balances, balance } = this.#cells
    counts[count]! -= 1
    balances[balance]! += now
  }

  to(count: number, now: number): void {
    const cells = this.#cells
    cells.balances[cells.balance]! -= (count - this.count) * now
    cells.counts[cells.count] = count
  }

  /** The integral since the start, and since the last reset, in ms. */
  sinceStart(now: number): number {
    return this.#cells.balances[this.#cells.balance]! + this.count * now
  }

  area(now: number): number {
    return this.sinceStart(now) - this.#before
  }

  reset(now: number): void {
    this.#before = this.sinceStart(now)
  }
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
