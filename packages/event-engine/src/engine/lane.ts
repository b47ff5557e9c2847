import { largerRoom } from './grown.ts'

/** Whether an event that is still pending no longer matters. */
export type IsDead = (record: number, generation: number) => boolean

const FIRST_ROOM = 16
/** Numbers of an event: its sequence, its record and kind in one number, and its generation. */
const WIDTH = 3

/** A ring of events with growing times, all due `delay` after they were made. */
export class Lane {
  /** Of one event. */
  static readonly BYTES = 8 + 4 * WIDTH
  readonly delay: number
  length = 0
  room = FIRST_ROOM
  #head = 0
  #dues = new Float64Array(FIRST_ROOM)
  #numbers = new Int32Array(FIRST_ROOM * WIDTH)

  constructor(delay: number) {
    this.delay = delay
  }

  /** Of the first event. */
  get due(): number {
    return this.#dues[this.#head]!
  }

  get sequence(): number {
    return this.#numbers[this.#head * WIDTH]!
  }

  get what(): number {
    return this.#numbers[this.#head * WIDTH + 1]!
  }

  get generation(): number {
    return this.#numbers[this.#head * WIDTH + 2]!
  }

  /** Adds an event that is made at `now`. */
  add(now: number, sequence: number, what: number, generation: number): void {
    const end = this.#head + this.length
    const at = end < this.room ? end : end - this.room
    this.#dues[at] = now + this.delay
    this.#numbers[at * WIDTH] = sequence
    this.#numbers[at * WIDTH + 1] = what
    this.#numbers[at * WIDTH + 2] = generation
    this.length += 1
  }

  drop(): void {
    const next = this.#head + 1
    this.#head = next === this.room ? 0 : next
    this.length -= 1
  }

  /** Closes up the living ones; the first stays, since the queue knows its time. Tells how many there are. */
  keep(isDead: IsDead): number {
    const dues = this.#dues
    const numbers = this.#numbers
    const { length, room } = this
    const head = this.#head
    let kept = Math.min(length, 1)
    for (let index = 1; index < length; index += 1) {
      const from = (head + index) % room
      if (isDead(recordOf(numbers[from * WIDTH + 1]!), numbers[from * WIDTH + 2]!)) continue
      const to = (head + kept) % room
      dues[to] = dues[from]!
      for (let one = 0; one < WIDTH; one += 1) numbers[to * WIDTH + one] = numbers[from * WIDTH + one]!
      kept += 1
    }
    this.length = kept
    return kept
  }

  /** Makes more room, and lets the ring begin at its first event. */
  grow(): void {
    const split = this.#head
    const [dues, numbers] = [this.#dues, this.#numbers]
    this.room = largerRoom(this.room)
    this.#dues = new Float64Array(this.room)
    this.#numbers = new Int32Array(this.room * WIDTH)
    this.#dues.set(dues.subarray(split))
    this.#dues.set(dues.subarray(0, split), dues.length - split)
    this.#numbers.set(numbers.subarray(split * WIDTH))
    this.#numbers.set(numbers.subarray(0, split * WIDTH), (dues.length - split) * WIDTH)
    this.#head = 0
  }
}

/** A record (or a part below 0) and a kind of event are one number; the kind has so many of its bits. */
export const KIND_BITS = 5
export const recordOf = (what: number): number => what >> KIND_BITS
