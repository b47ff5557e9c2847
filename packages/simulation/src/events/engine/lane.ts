/** Whether an event that is still pending no longer matters. */
export type IsDead = (frame: number, generation: number) => boolean

const FIRST_ROOM = 16

/** A ring of events with growing times, all due `delay` after they were made. */
export class Lane {
  /** Of one event. */
  static readonly BYTES = 24
  readonly delay: number
  head = 0
  length = 0
  room = FIRST_ROOM
  /** Of each event: when it is due, and its sequence. */
  #times = new Float64Array(FIRST_ROOM * 2)
  /** Of each event: its frame and kind in one number, and its generation. */
  #whats = new Int32Array(FIRST_ROOM * 2)

  constructor(delay: number) {
    this.delay = delay
  }

  /** Of the first event. */
  get due(): number {
    return this.#times[this.head * 2]!
  }

  get sequence(): number {
    return this.#times[this.head * 2 + 1]!
  }

  get what(): number {
    return this.#whats[this.head * 2]!
  }

  get generation(): number {
    return this.#whats[this.head * 2 + 1]!
  }

  add(due: number, sequence: number, what: number, generation: number): void {
    const at = ((this.head + this.length) & (this.room - 1)) * 2
    this.#times[at] = due
    this.#times[at + 1] = sequence
    this.#whats[at] = what
    this.#whats[at + 1] = generation
    this.length += 1
  }

  drop(): void {
    this.head = (this.head + 1) & (this.room - 1)
    this.length -= 1
  }

  /** Closes up the living ones; the first stays, since the queue knows its time. Tells how many there are. */
  keep(isDead: IsDead): number {
    const { head, length, room } = this
    let kept = Math.min(length, 1)
    for (let index = 1; index < length; index += 1) {
      const from = (head + index) & (room - 1)
      if (isDead(frameOf(this.#whats[from * 2]!), this.#whats[from * 2 + 1]!)) continue
      const to = (head + kept) & (room - 1)
      this.#times.copyWithin(to * 2, from * 2, from * 2 + 2)
      this.#whats.copyWithin(to * 2, from * 2, from * 2 + 2)
      kept += 1
    }
    this.length = kept
    return kept
  }

  grow(): void {
    const split = this.head * 2
    const [times, whats] = [this.#times, this.#whats]
    this.room *= 2
    this.#times = new Float64Array(this.room * 2)
    this.#whats = new Int32Array(this.room * 2)
    this.#times.set(times.subarray(split))
    this.#times.set(times.subarray(0, split), times.length - split)
    this.#whats.set(whats.subarray(split))
    this.#whats.set(whats.subarray(0, split), whats.length - split)
    this.head = 0
  }
}

/** A frame (or a part below 0) and a kind of event in one number. */
const KIND_BITS = 5
export const whatOf = (kind: number, frame: number): number => (frame << KIND_BITS) | kind
export const kindOf = (what: number): number => what & (2 ** KIND_BITS - 1)
export const frameOf = (what: number): number => what >> KIND_BITS
