import { FLOAT_ZERO } from '../float-zero.ts'

/**
 * The requests in service at a processor-sharing station, ordered by the virtual time at which each is done: the work that a request
 * present from the start would have received (Parekh and Gallager 1993). A binary heap in plain arrays: a small typed one takes 300 bytes.
 */
export class SharedJobs {
  /** Virtual time: work per request since the start, ms. */
  virtual = FLOAT_ZERO
  virtualAt = FLOAT_ZERO
  /** Time that each request had of a core since the start, ms: more than the work where the station is slowed or suspended. */
  served = FLOAT_ZERO
  /** When the next `sharedServed` event is due; Infinity: none is pending. */
  endDueAt = Number.POSITIVE_INFINITY
  size = 0
  /** Those that ended last, and how many they are. */
  readonly ended: number[] = []
  endedCount = 0
  readonly done = [0.5]
  readonly record: number[] = []

  /** Advances the virtual time to `now`: `pace` is work, and `share` time of a core, per request and ms. */
  advance(now: number, pace: number, share: number): void {
    this.virtual += (now - this.virtualAt) * pace
    this.served += (now - this.virtualAt) * share
    this.virtualAt = now
  }

  get firstDone(): number {
    return this.done[0]!
  }

  get firstRecord(): number {
    return this.record[0]!
  }

  add(done: number, record: number): void {
    let position = this.size
    this.size += 1
    while (position > 0) {
      const parent = (position - 1) >> 1
      if (this.done[parent]! <= done) break
      this.#move(parent, position)
      position = parent
    }
    this.#set(position, done, record)
  }

  removeFirst(): void {
    this.#removeAt(0)
  }

  noteEnded(record: number): void {
    this.ended[this.endedCount] = record
    this.endedCount += 1
  }

  remove(record: number): void {
    const position = this.record.indexOf(record)
    if (position < 0 || position >= this.size) throw new Error('The request is not in service at this station.')
    this.#removeAt(position)
  }

  /** Moves the last one to the position, and sifts it down or up. */
  #removeAt(from: number): void {
    this.size -= 1
    const last = this.size
    if (from === last) return
    const done = this.done[last]!
    const record = this.record[last]!
    let position = from
    for (;;) {
      let child = position * 2 + 1
      if (child >= last) break
      if (child + 1 < last && this.done[child + 1]! < this.done[child]!) child += 1
      if (this.done[child]! >= done) break
      this.#move(child, position)
      position = child
    }
    for (let parent = (position - 1) >> 1; position > 0 && this.done[parent]! > done; parent = (position - 1) >> 1) {
      this.#move(parent, position)
      position = parent
    }
    this.#set(position, done, record)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.done[from]!, this.record[from]!)
  }

  #set(position: number, done: number, record: number): void {
    this.done[position] = done
    this.record[position] = record
  }
}
