import { CALL_RECORD } from '../engine/call-record-row.ts'
import { CallRecords } from '../engine/call-records.ts'
import type { CoreMemory } from './memory.ts'

/** Call records in the memory of the core. */
export class CoreRecords extends CallRecords {
  readonly #memory: CoreMemory
  readonly #run: number
  #moves = -1

  constructor(memory: CoreMemory) {
    super()
    this.#memory = memory
    this.#run = memory.exports.runRow()
    memory.onMove(() => this.look(true))
    this.look(true)
    Object.defineProperty(this, 'inUse', { get: () => memory.get('RunRow', this.#run, 'inUse') })
    Object.defineProperty(this, 'made', { get: () => memory.get('RunRow', this.#run, 'made') })
  }

  /** Looks where the rows are now. */
  look(isMoved = false): void {
    const moves = this.#memory.get('RunRow', this.#run, 'moves')
    if (moves === this.#moves && !isMoved) return
    this.#moves = moves
    const { exports } = this.#memory
    const buffer = exports.memory.buffer as ArrayBuffer
    const room = exports.recordRoom()
    const [records, more] = [exports.recordsAt() >>> 0, exports.moreAt() >>> 0]
    this.ints = new Int32Array(buffer, records, room * CALL_RECORD.width.ints)
    this.floats = new Float64Array(buffer, records, room * CALL_RECORD.width.floats)
    this.more = new Float64Array(buffer, more, room * 3)
    this.tries = new Int32Array(buffer, more, room * 6)
  }

  more!: Float64Array<ArrayBuffer>
  tries!: Int32Array<ArrayBuffer>

  override take(): number {
    const record = this.#memory.exports.take()
    this.#memory.refresh()
    this.look()
    return record
  }

  override giveBack(record: number): void {
    this.#memory.exports.giveBack(record)
  }

  override copy(from: number, to: number): void {
    const generation = this.generationOf(to)
    const { ints } = CALL_RECORD.width
    this.ints.copyWithin(to * ints, from * ints, (from + 1) * ints)
    this.ints[to * ints + CALL_RECORD.ints.generation] = generation
    this.more.copyWithin(to * 3, from * 3, (from + 1) * 3)
  }

  override triesOf(record: number): number {
    return this.tries[record * 6 + 4]!
  }

  override setTries(record: number, tries: number): void {
    this.tries[record * 6 + 4] = tries
  }

  override publishedAtOf(record: number): number {
    return this.more[record * 3]!
  }

  override setPublishedAt(record: number, time: number): void {
    this.more[record * 3] = time
  }

  override keptSinceOf(record: number): number {
    return this.more[record * 3 + 1]!
  }

  override setKeptSince(record: number, time: number): void {
    this.more[record * 3 + 1] = time
  }
}
