import { largerRoom } from './grown.ts'

/** Knows which events still matter. An object: code compiled for a function of one run would be of no use to the next. */
export interface EventLives {
  /** Whether an event that is still pending no longer matters. */
  isDead(record: number, generation: number): boolean
}

export interface PackedEvent {
  readonly time: number
  /** Its record and kind. */
  readonly what: number
  readonly generation: number
}

const FIRST_ROOM = 16
/** Integers per event: its sequence, its record and kind packed into one, and its generation. */
const WIDTH = 3

/** A ring buffer of events that all fire `delay` after they were scheduled, so it is sorted by itself. */
export class FixedDelayFifo {
  /** Bytes per event. */
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

  /** When the first event is due. */
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

  /** Schedules an event at `now` + `delay`. */
  add(now: number, sequence: number, what: number, generation: number): void {
    const end = this.#head + this.length
    const at = end < this.room ? end : end - this.room
    this.#dues[at] = now + this.delay
    this.#numbers[at * WIDTH] = sequence
    this.#numbers[at * WIDTH + 1] = what
    this.#numbers[at * WIDTH + 2] = generation
    this.length += 1
  }

  /** All events, the first first. */
  list(): readonly PackedEvent[] {
    return Array.from({ length: this.length }, (_, index) => {
      const at = (this.#head + index) % this.room
      return { time: this.#dues[at]!, what: this.#numbers[at * WIDTH + 1]!, generation: this.#numbers[at * WIDTH + 2]! }
    })
  }

  drop(): void {
    const next = this.#head + 1
    this.#head = next === this.room ? 0 : next
    this.length -= 1
  }

  /** Removes dead events, except the first, whose time the event heap has. Returns how many are left. */
  keep(lives: EventLives): number {
    const dues = this.#dues
    const numbers = this.#numbers
    const { length, room } = this
    const head = this.#head
    let kept = Math.min(length, 1)
    for (let index = 1; index < length; index += 1) {
      const from = (head + index) % room
      if (lives.isDead(recordOf(numbers[from * WIDTH + 1]!), numbers[from * WIDTH + 2]!)) continue
      const to = (head + kept) % room
      dues[to] = dues[from]!
      for (let one = 0; one < WIDTH; one += 1) numbers[to * WIDTH + one] = numbers[from * WIDTH + one]!
      kept += 1
    }
    this.length = kept
    return kept
  }

  /** Enlarges the ring, and moves its first event to the start. */
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

/** An event packs the number of its record (below 0: of a source, station or control) and its kind; these are the bits of the kind. */
export const KIND_BITS = 5
export const recordOf = (what: number): number => what >> KIND_BITS
