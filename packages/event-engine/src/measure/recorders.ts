import { SPLIT_BITS as BITS, bucketOf } from './buckets.ts'
import { type Histogram, SharedCounts } from './histogram.ts'
import { Tally } from './tally.ts'

/** The module's own: a literal to the compiler, where an imported one is looked up each time. */
const SPLIT_BITS = BITS
/** Columns of a recorder. It keeps counts of `length` buckets from `first` on, which begin `at` so many among all counts. */
const INTS = 5
const [FIRST, LENGTH, AT, ZEROS, COUNT] = [0, 1, 2, 3, 4]
const FLOATS = 3
const [MIN, MAX, SUM] = [0, 1, 2]
/** Octaves of a recorder, and recorders, for whose counts there is room from the beginning: most need no more. */
const READY = { octaves: 8, recorders: 16 } as const

/**
 * Collect values, each for itself: their extremes and where their counts are in rows, and their counts side by side. One keeps counts only
 * of the octaves that it has met, and of those between them. The compiled core counts in the same arrays.
 */
export class Recorders {
  /** Three arrays, each replaced by a larger one as it grows. */
  ints = new Int32Array(0)
  floats = new Float64Array(0)
  counts = new Int32Array(0)
  /** Buckets that a count is of, as a power of two. */
  readonly widthBits: number
  readonly #tally = new Tally(() => this.counts)
  readonly #given = new SharedCounts()
  /** Where counts begin that were not in use yet; and where some are that are no longer, by their number. */
  #used = 0
  readonly #left = new Map<number, number[]>()

  /** `width`: buckets that each count is of, a power of two. */
  constructor(size: number, width = 1) {
    this.widthBits = Math.log2(width)
    this.grow(size)
  }

  /** Makes room for so many in all, or for twice as many as there were. */
  grow(size: number): void {
    const before = this.ints.length / INTS
    if (size <= before) return
    const room = Math.max(size, before * 2)
    const ints = new Int32Array(room * INTS)
    ints.set(this.ints)
    this.ints = ints
    const floats = new Float64Array(room * FLOATS)
    floats.set(this.floats)
    for (let at = before * FLOATS; at < floats.length; at += FLOATS) floats[at + MIN] = Number.POSITIVE_INFINITY
    this.floats = floats
    this.#makeRoom(Math.min(size, READY.recorders) * READY.octaves * 2 ** (SPLIT_BITS - this.widthBits))
  }

  record(index: number, value: number): void {
    this.count(index, value, bucketOf(value))
    this.floats[index * FLOATS + SUM]! += value
  }

  /** Records a value of a bucket, but not for the sum. */
  count(index: number, value: number, bucketOfValue: number): void {
    const floats = this.floats
    const floatsAt = index * FLOATS
    if (value < floats[floatsAt + MIN]!) floats[floatsAt + MIN] = value
    if (value > floats[floatsAt + MAX]!) floats[floatsAt + MAX] = value
    const bucket = bucketOfValue >> this.widthBits
    const ints = this.ints
    const at = index * INTS
    ints[at + COUNT]! += 1
    const place = bucket - ints[at + FIRST]!
    if (place >>> 0 < ints[at + LENGTH]!) this.#tally.add(ints[at + AT]! + place)
    else if (bucket < 0) ints[at + ZEROS]! += 1
    else this.countBeyond(index, bucket)
  }

  /** Whether it has a value since the reset. */
  hasAny(index: number): boolean {
    return this.ints[index * INTS + COUNT]! > 0
  }

  /** Forgets all values. */
  reset(): void {
    this.#tally.settle()
    const { ints, floats } = this
    for (let index = 0; index * INTS < ints.length; index += 1) {
      if (!this.hasAny(index)) continue
      const from = ints[index * INTS + AT]!
      this.counts.fill(0, from, from + ints[index * INTS + LENGTH]!)
      ints[index * INTS + ZEROS] = ints[index * INTS + COUNT] = 0
      floats[index * FLOATS + MIN] = Number.POSITIVE_INFINITY
      floats[index * FLOATS + MAX] = floats[index * FLOATS + SUM] = 0
    }
    if (this.#left.size > 0) this.#closeUp()
  }

  /** Gives up the room that recorders have left as they grew. All counts must be zero. */
  #closeUp(): void {
    const { ints } = this
    this.#left.clear()
    this.#used = 0
    for (let at = 0; at < ints.length; at += INTS) {
      ints[at + AT] = this.#used
      this.#used += ints[at + LENGTH]!
    }
  }

  toHistogram(index: number): Histogram {
    const values = this.at(index)
    return { ...values, counts: this.#given.copy(values.count, values.counts) }
  }

  /** Its counts are a view of the memory that they are kept in: to be read at once, before anything is recorded, reset or grows. */
  at(index: number): Histogram {
    this.#tally.settle()
    const { ints, floats } = this
    const count = ints[index * INTS + COUNT]!
    const zeros = ints[index * INTS + ZEROS]!
    const [first, end] = count === zeros ? [0, 0] : this.#filled(index)
    const from = ints[index * INTS + AT]! - ints[index * INTS + FIRST]!
    const width = 2 ** this.widthBits
    return {
      count,
      sum: floats[index * FLOATS + SUM]!,
      min: count === 0 ? 0 : floats[index * FLOATS + MIN]!,
      max: floats[index * FLOATS + MAX]!,
      zeros,
      first: first * width,
      counts: this.counts.subarray(from + first, from + end),
      ...(width > 1 && { width }),
    }
  }

  /** The first bucket of a recorder that has a count above zero, and the one after the last. */
  #filled(index: number): [number, number] {
    const { ints, floats } = this
    const at = index * INTS
    let first = bucketOf(floats[index * FLOATS + MIN]!) >> this.widthBits
    if (first < 0) {
      first = ints[at + FIRST]!
      while (this.counts[ints[at + AT]! + first - ints[at + FIRST]!] === 0) first += 1
    }
    return [first, (bucketOf(floats[index * FLOATS + MAX]!) >> this.widthBits) + 1]
  }

  /** Adds the values of a histogram of the same width, but not their sum. */
  add(index: number, { count, min, max, zeros, first, counts }: Histogram): void {
    if (count === 0) return
    const floatsAt = index * FLOATS
    this.floats[floatsAt + MIN] = Math.min(this.floats[floatsAt + MIN]!, min)
    this.floats[floatsAt + MAX] = Math.max(this.floats[floatsAt + MAX]!, max)
    this.ints[index * INTS + COUNT]! += count
    this.ints[index * INTS + ZEROS]! += zeros
    if (counts.length === 0) return
    const step = 2 ** this.widthBits
    this.#cover(index, first / step, first / step + counts.length)
    const kept = this.counts
    const to = this.ints[index * INTS + AT]! - this.ints[index * INTS + FIRST]! + first / step
    for (let one = 0; one < counts.length; one += 1) {
      const count = counts[one]!
      if (count > 0) kept[to + one]! += count
    }
  }

  /** Counts one in a bucket of its own width for which there is no count yet: makes room for its octave first. */
  countBeyond(index: number, bucket: number): void {
    this.#cover(index, bucket, bucket + 1)
    this.counts[this.ints[index * INTS + AT]! + bucket - this.ints[index * INTS + FIRST]!]! += 1
  }

  /** Makes room for the octaves of the buckets from one to before another. */
  #cover(index: number, firstNeeded: number, endNeeded: number): void {
    this.#tally.settle()
    const ints = this.ints
    const at = index * INTS
    const octaveBits = SPLIT_BITS - this.widthBits
    const [first, length] = [ints[at + FIRST]!, ints[at + LENGTH]!]
    const [firstOctave, lastOctave] = [firstNeeded >> octaveBits, (endNeeded - 1) >> octaveBits]
    const from = Math.min(length === 0 ? Number.POSITIVE_INFINITY : first, firstOctave << octaveBits)
    const end = Math.max(length === 0 ? 0 : first + length, (lastOctave + 1) << octaveBits)
    if (end - from === length) return
    const place = this.#takeRoom(end - from)
    if (length > 0) {
      const before = this.ints[at + AT]!
      this.counts.copyWithin(place + first - from, before, before + length)
      this.counts.fill(0, before, before + length)
      const left = this.#left.get(length) ?? []
      left.push(before)
      this.#left.set(length, left)
    }
    this.ints[at + FIRST] = from
    this.ints[at + LENGTH] = end - from
    this.ints[at + AT] = place
  }

  /** Where so many counts of nothing stand. */
  #takeRoom(length: number): number {
    const left = this.#left.get(length)?.pop()
    if (left !== undefined) return left
    const place = this.#used
    this.#used += length
    this.#makeRoom(this.#used)
    return place
  }

  #makeRoom(counts: number): void {
    if (counts <= this.counts.length) return
    const larger = new Int32Array(Math.max(counts, this.counts.length * 2))
    larger.set(this.counts)
    this.counts = larger
  }
}
