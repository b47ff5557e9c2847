/**
 * How many of something there are, and its integral over time: each that comes takes the time of its coming off, each that goes
 * adds that of its going, so that a change costs one addition.
 */
export class Level {
  count = 0
  #balance = 0
  /** What the integral was when it was last set back. */
  #before = 0

  up(now: number): void {
    this.count += 1
    this.#balance -= now
  }

  down(now: number): void {
    this.count -= 1
    this.#balance += now
  }

  to(count: number, now: number): void {
    this.#balance -= (count - this.count) * now
    this.count = count
  }

  /** The integral since the start, and since it was last set back, in ms. */
  sinceStart(now: number): number {
    return this.#balance + this.count * now
  }

  area(now: number): number {
    return this.sinceStart(now) - this.#before
  }

  reset(now: number): void {
    this.#before = this.sinceStart(now)
  }
}
