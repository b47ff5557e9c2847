import { grown } from './grown.ts'

/**
 * The requests that share a station, all at the same pace: ordered by the virtual time at which each is done, which is the work
 * that a request present all along would have got (Parekh and Gallager 1993). A binary heap in typed arrays.
 */
export class SharedJobs {
  /** Work that each request got since the start, ms. */
  virtual = 0
  virtualAt = 0
  /** When the next end was announced to the event queue; Infinity: not at all. */
  announcedAt = Number.POSITIVE_INFINITY
  size = 0
  #done = new Float64Array(16)
  #record = new Int32Array(16)
  #generation = new Int32Array(16)

  /** Brings the virtual time up to `now`. */
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
    let place = this.size
    this.size += 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#done[parent]! <= done) break
      this.#move(parent, place)
      place = parent
    }
    this.#set(place, done, record, generation)
  }

  removeFirst(): void {
    this.#removeAt(0)
  }

  /** Takes one out wherever it stands, and gives the virtual time at which it would have been done. */
  remove(record: number): number {
    const place = this.#record.subarray(0, this.size).indexOf(record)
    if (place < 0) throw new Error('A request is not where it is worked on.')
    const done = this.#done[place]!
    this.#removeAt(place)
    return done
  }

  /** The last one takes the place, and goes down or up from there. */
  #removeAt(from: number): void {
    this.size -= 1
    const last = this.size
    if (from === last) return
    const done = this.#done[last]!
    const record = this.#record[last]!
    const generation = this.#generation[last]!
    let place = from
    for (;;) {
      let child = place * 2 + 1
      if (child >= last) break
      if (child + 1 < last && this.#done[child + 1]! < this.#done[child]!) child += 1
      if (this.#done[child]! >= done) break
      this.#move(child, place)
      place = child
    }
    for (let parent = (place - 1) >> 1; place > 0 && this.#done[parent]! > done; parent = (place - 1) >> 1) {
      this.#move(parent, place)
      place = parent
    }
    this.#set(place, done, record, generation)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#done[from]!, this.#record[from]!, this.#generation[from]!)
  }

  #set(place: number, done: number, record: number, generation: number): void {
    this.#done[place] = done
    this.#record[place] = record
    this.#generation[place] = generation
  }
}
