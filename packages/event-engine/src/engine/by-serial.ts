import { NONE } from './call-records.ts'

/** Places, a power of two. */
const PLACES = 4096

/**
 * A number for each request under way, by the request's serial number: 0 or more, and set once. A request has a place by the last bits of
 * its serial; one that outlasts the next that comes there moves to a map, which costs more and leaves garbage.
 */
export class BySerial {
  readonly #serials = new Int32Array(PLACES).fill(NONE)
  readonly #numbers = new Int32Array(PLACES)
  readonly #others = new Map<number, number>()

  set(serial: number, number: number): void {
    const place = serial & (PLACES - 1)
    const before = this.#serials[place]!
    if (before !== NONE) this.#others.set(before, this.#numbers[place]!)
    this.#serials[place] = serial
    this.#numbers[place] = number
  }

  /** NONE: there is none. */
  get(serial: number): number {
    const place = serial & (PLACES - 1)
    if (this.#serials[place] === serial) return this.#numbers[place]!
    return this.#others.size > 0 ? (this.#others.get(serial) ?? NONE) : NONE
  }

  delete(serial: number): void {
    const place = serial & (PLACES - 1)
    if (this.#serials[place] === serial) this.#serials[place] = NONE
    else this.#others.delete(serial)
  }
}
