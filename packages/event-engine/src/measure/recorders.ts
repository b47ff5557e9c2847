import { SPLIT_BITS as BITS, bucketOf } from './buckets.ts'
import { type Histogram, noCounts } from './histogram.ts'
import { Tally } from './tally.ts'

/** The module's own: literals to the compiler, where imported ones are looked up each time. */
const SPLIT_BITS = BITS
const SPLIT = 2 ** SPLIT_BITS
/**
 * Columns of a recorder, as many as fill a line of the cache. It keeps counts of `length` buckets from `first` on, which begin `at`
 * so many among all counts.
 */
const INTS = 16
const FLOATS = 8
const [SUM, MIN, MAX] = [0, 1, 2]
const [FIRST, LENGTH, AT, ZEROS] = [6, 7, 8, 9]
const FIRST_ROOM = 16 * SPLIT

/**
 * Collect values, each for itself: their sums in rows, and their counts side by side, so that a value touches no more than two
 * lines of memory. One keeps counts only of the octaves that it has met, and of those between them.
 */
export class Recorders {
  #ints: Int32Array<ArrayBuffer>
  #floats: Float64Array<ArrayBuffer>
  #counts = new Int32Array(FIRST_ROOM)
  readonly #tally = new Tally(this.#counts)
  /** How many counts were ever in use; and where some of them are no longer, by their number. */
  #used = 0
  readonly #left = new Map<number, number[]>()
  /** Those that have a value since the reset. */
  readonly #met: number[] = []

  constructor(size: number) {
    this.#ints = new Int32Array(0)
    this.#floats = new Float64Array(0)
    this.grow(size)
  }

  /** Those that have a value since the reset, in the order of their first ones. */
  get met(): readonly number[] {
    return this.#met
  }

  /** Makes room for so many in all. */
  grow(size: number): void {
    const before = this.#ints
    if (size * INTS <= before.length) return
    this.#ints = new Int32Array(size * INTS)
    this.#ints.set(before)
    this.#floats = new Float64Array(this.#ints.buffer)
    for (let at = (before.length / INTS) * FLOATS; at < this.#floats.length; at += FLOATS)
      this.#floats[at + MIN] = Number.POSITIVE_INFINITY
  }

  record(index: number, value: number): void {
    const floats = this.#floats
    const floatsAt = index * FLOATS
    floats[floatsAt + SUM]! += value
    if (value < floats[floatsAt + MIN]!) {
      if (floats[floatsAt + MIN] === Number.POSITIVE_INFINITY) this.#met.push(index)
      floats[floatsAt + MIN] = value
    }
    if (value > floats[floatsAt + MAX]!) floats[floatsAt + MAX] = value
    const bucket = bucketOf(value)
    const ints = this.#ints
    const at = index * INTS
    const place = bucket - ints[at + FIRST]!
    if (place >>> 0 < ints[at + LENGTH]!) this.#tally.add(ints[at + AT]! + place)
    else if (bucket < 0) ints[at + ZEROS]! += 1
    else this.#countBeyond(at, bucket)
  }

  sumOf(index: number): number {
    return this.#floats[index * FLOATS + SUM]!
  }

  /** Forgets all values. */
  reset(): void {
    this.#tally.settle()
    for (const index of this.#met) {
      this.#countsOf(index * INTS).fill(0)
      this.#ints[index * INTS + ZEROS] = 0
      const at = index * FLOATS
      this.#floats[at + SUM] = this.#floats[at + MAX] = 0
      this.#floats[at + MIN] = Number.POSITIVE_INFINITY
    }
    this.#met.length = 0
  }

  toHistogram(index: number): Histogram {
    this.#tally.settle()
    const at = index * INTS
    const counts = this.#countsOf(at)
    const zeros = this.#ints[at + ZEROS]!
    let count = zeros
    let first = -1
    let last = -1
    for (let place = 0; place < counts.length; place += 1) {
      const one = counts[place]!
      if (one === 0) continue
      count += one
      last = place
      if (first < 0) first = place
    }
    return {
      count,
      sum: this.sumOf(index),
      min: count === 0 ? 0 : this.#floats[index * FLOATS + MIN]!,
      max: this.#floats[index * FLOATS + MAX]!,
      zeros,
      first: first < 0 ? 0 : this.#ints[at + FIRST]! + first,
      counts: first < 0 ? [] : plain(counts, first, last + 1),
    }
  }

  #countsOf(at: number): Int32Array {
    const from = this.#ints[at + AT]!
    return this.#counts.subarray(from, from + this.#ints[at + LENGTH]!)
  }

  /** Makes room for its octave first. */
  #countBeyond(at: number, bucket: number): void {
    this.#tally.settle()
    const ints = this.#ints
    const octave = (bucket >> SPLIT_BITS) << SPLIT_BITS
    const [first, length] = [ints[at + FIRST]!, ints[at + LENGTH]!]
    const from = length === 0 ? octave : Math.min(first, octave)
    const end = length === 0 ? octave + SPLIT : Math.max(first + length, octave + SPLIT)
    const place = this.#takeRoom(end - from)
    if (length > 0) {
      const counts = this.#countsOf(at)
      this.#counts.set(counts, place + first - from)
      counts.fill(0)
      const left = this.#left.get(length) ?? []
      left.push(ints[at + AT]!)
      this.#left.set(length, left)
    }
    ints[at + FIRST] = from
    ints[at + LENGTH] = end - from
    ints[at + AT] = place
    this.#counts[place + bucket - from]! += 1
  }

  /** Where so many counts of nothing stand. */
  #takeRoom(length: number): number {
    const left = this.#left.get(length)?.pop()
    if (left !== undefined) return left
    const place = this.#used
    this.#used += length
    if (this.#used > this.#counts.length) {
      const larger = new Int32Array(Math.max(this.#used, this.#counts.length * 2))
      larger.set(this.#counts)
      this.#counts = larger
      this.#tally.moveTo(larger)
    }
    return place
  }
}

/** Counts as a plain list. `Array.from` takes ten times as long, and this is done at each span of a run. */
function plain(counts: Int32Array, from: number, end: number): number[] {
  const list = noCounts(end - from)
  for (let place = from; place < end; place += 1) list[place - from] = counts[place]!
  return list
}
