import { grown } from './grown.ts'

/**
 * The requests in service at a processor-sharing station, ordered by the virtual time at which each is done: the work that a request
 * present from the start would have received (Parekh and Gallager 1993). A binary heap in typed arrays.
 */
export class SharedJobs {
  /** Virtual time: work per request since the start, ms. */
  virtual = 0
  virtualAt = 0
  /** When the next `sharedServed` event is due; Infinity: none is pending. */
  endDueAt = Number.POSITIVE_INFINITY
  size = 0
  /** Those that ended last, and how many they are. */
  ended = new Int32Array(16)
  endedCount = 0
  #done = new Float64Array(16)
  #record = new Int32Array(16)
  #generation = new Int32Array(16)

  /** Advances the virtual time to `now`. */
  advance(now: number, pace: number): void {
    this.virtual += (now - this.virtualAt) * pace
    this.virtualAt = now
  }

  get firstDone(): number {
    return this.#done[0]!
  }

  get firstRecord(): number {
    return this.#record[0]!
  }

  get firstGeneration(): number {
    return this.#generation[0]!
  }

  add(done: number, record: number, generation: number): void {
    if (this.size === this.#done.length) {
      this.#done = grown(this.#done, Float64Array)
      this.#record = grown(this.#record, Int32Array)
      this.#generation = grown(this.#generation, Int32Array)
    }
    let position = this.size
    this.size += 1
    while (position > 0) {
      const parent = (position - 1) >> 1
      if (this.#done[parent]! <= done) break
      this.#move(parent, position)
      position = parent
    }
    this.#set(position, done, record, generation)
  }

  removeFirst(): void {
    this.#removeAt(0)
  }

  noteEnded(record: number): void {
    if (this.endedCount === this.ended.length) this.ended = grown(this.ended, Int32Array)
    this.ended[this.endedCount] = record
    this.endedCount += 1
  }

  /** Removes a request and returns the virtual time at which it would have been done. */
  remove(record: number): number {
    const position = this.#record.subarray(0, this.size).indexOf(record)
    if (position < 0) throw new Error('The request is not in service at this station.')
    const done = this.#done[position]!
    this.#removeAt(position)
    return done
  }

  /** Moves the last one to the position, and sifts it down or up. */
  #removeAt(from: number): void {
    this.size -= 1
    const last = this.size
    if (from === last) return
    const done = this.#done[last]!
    const record = this.#record[last]!
    const generation = this.#generation[last]!
    let position = from
    for (;;) {
      let child = position * 2 + 1
      if (child >= last) break
      if (child + 1 < last && this.#done[child + 1]! < this.#done[child]!) child += 1
      if (this.#done[child]! >= done) break
      this.#move(child, position)
      position = child
    }
    for (let parent = (position - 1) >> 1; position > 0 && this.#done[parent]! > done; parent = (position - 1) >> 1) {
      this.#move(parent, position)
      position = parent
    }
    this.#set(position, done, record, generation)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#done[from]!, this.#record[from]!, this.#generation[from]!)
  }

  #set(position: number, done: number, record: number, generation: number): void {
    this.#done[position] = done
    this.#record[position] = record
    this.#generation[position] = generation
  }
}
