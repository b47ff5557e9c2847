import { type Fields, type Layout, LINE, layoutOf, ROWS } from './layout.ts'

export type RowName = keyof typeof ROWS

/** Functions and counters of the compiled core. */
export interface CoreExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  runRow(): number
  alloc(bytes: number): number
  release(at: number): void
  recordsAt(): number
  moreAt(): number
  recordRoom(): number
  take(): number
  giveBack(record: number): void
  setWords(at: number): void
  setTables(at: number): void
  at(time: number, kind: number, record: number, generation: number): void
  after(fifo: number, kind: number, record: number, generation: number): void
  fifoOf(delay: number): number
  isExhausted(): number
  soon(kind: number, record: number): void
  soonLength(): number
  firstAddedFirst(length: number): void
  work(untilMs: number, most: number): number
  inSystemMs(): number
  trace(): void
  tracedRow(request: number): number
  spanRow(span: number): number
  traceBegan(record: number, client: number): void
  traceCalled(record: number, parent: number, link: number): void
  traceArrived(record: number): void
  traceStarted(record: number): void
  traceServed(record: number): void
  traceReplied(record: number, failure: number): void
  traceEnded(record: number, failure: number, isSlow: number): void
  traceDropped(request: number): void
  addJob(jobs: number, done: number, record: number): void
  removeJobAt(jobs: number, position: number): void
  addWaiting(line: number, record: number, since: number): void
  firstWaiting(line: number): number
  removeWaiting(line: number, record: number): number
  readonly eventGeneration: { readonly value: number }
}

const LAYOUTS = Object.fromEntries(
  Object.entries(ROWS).map(([name, fields]) => [name, { kinds: fields, ...layoutOf(fields) }]),
) as unknown as Record<RowName, Layout & { readonly kinds: Fields }>

/** Bytes that are asked for at once, of which small pieces are cut. */
const BLOCK = 4096

/** The memory of one core, and how the engine's objects live in its rows. */
export class CoreMemory {
  readonly exports: CoreExports
  ints!: Int32Array<ArrayBuffer>
  floats!: Float64Array<ArrayBuffer>
  #buffer: ArrayBuffer | null = null
  readonly #prototypes: Prototypes
  readonly #onMove: (() => void)[] = []
  /** What is left of the latest block. */
  #next = 0
  #end = 0

  constructor(exports: CoreExports, prototypes: Prototypes) {
    this.exports = exports
    this.#prototypes = prototypes
    this.refresh()
  }

  /** To be called where the core may have taken more memory. */
  refresh(): void {
    const buffer = this.exports.memory.buffer as ArrayBuffer
    if (buffer === this.#buffer) return
    this.#buffer = buffer
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
    for (const moved of this.#onMove) moved()
  }

  onMove(moved: () => void): void {
    this.#onMove.push(moved)
  }

  alloc(bytes: number): number {
    // Addresses leave the core as signed numbers.
    const at = this.exports.alloc(bytes) >>> 0
    this.refresh()
    return at
  }

  bytesOf(row: RowName): number {
    return LAYOUTS[row].bytes
  }

  offsetOf(row: RowName, field: string): number {
    const offset = LAYOUTS[row].offsets[field]
    if (offset === undefined) throw new Error(`${row} has no ${field}.`)
    return offset
  }

  allocRow(row: RowName): number {
    return this.allocForGood(LAYOUTS[row].bytes)
  }

  /** Memory of zeros that is never released, beside what was asked for before: across two lines only where it does not fit into one. */
  allocForGood(bytes: number): number {
    if (bytes > BLOCK) return this.#lines(bytes)
    const left = LINE - (this.#next % LINE)
    if (bytes > left) this.#next += left % LINE
    if (this.#next + bytes > this.#end) {
      this.#next = this.#lines(BLOCK)
      this.#end = this.#next + BLOCK
    }
    const at = this.#next
    this.#next += Math.ceil(bytes / 8) * 8
    return at
  }

  #lines(bytes: number): number {
    return Math.ceil(this.alloc(bytes + LINE) / LINE) * LINE
  }

  isFloat(row: RowName, field: string): boolean {
    return LAYOUTS[row].kinds[field] === 'f64'
  }

  set(row: RowName, at: number, field: string, value: number | boolean): void {
    const offset = this.offsetOf(row, field)
    if (this.isFloat(row, field)) this.floats[(at + offset) >>> 3] = Number(value)
    else {
      const whole = Number(value)
      if (whole !== (whole | 0)) throw new Error(`${field} of ${row} has no room for ${whole}.`)
      this.ints[(at + offset) >>> 2] = whole
    }
  }

  get(row: RowName, at: number, field: string): number {
    const offset = this.offsetOf(row, field)
    return this.isFloat(row, field) ? this.floats[(at + offset) >>> 3]! : this.ints[(at + offset) >>> 2]!
  }

  setAll(row: RowName, at: number, values: Readonly<Record<string, number | boolean>>): void {
    for (const field of Object.keys(values)) this.set(row, at, field, values[field]!)
  }

  /**
   * Moves fields of an object into a row: from now on the object reads and writes them there. `fields` is one object for all that are
   * alike: what follows from it is kept.
   */
  bind(object: object, row: RowName, at: number, fields: BoundFields): void {
    const own = object as Record<string, unknown>
    const names = Object.values(fields)
    const values = names.map((name) => own[name])
    let prototype = this.#prototypes.get(fields)
    if (prototype === undefined) {
      prototype = Object.create(Object.getPrototypeOf(object)) as object
      for (const [index, [field, name]] of Object.entries(fields).entries())
        Object.defineProperty(prototype, name, accessorOf(row, field, typeof values[index] === 'boolean'))
      this.#prototypes.set(fields, prototype)
    }
    for (const name of names) delete own[name]
    Object.setPrototypeOf(object, prototype)
    own.coreMemory = this
    own.coreAt = at
    for (const [index, name] of names.entries()) own[name] = values[index]
  }

  /** Keeps an array of an object here, and where it is in a field of a row: what the object assigns to it is copied. */
  bindArray<Name extends string>(
    object: { [name in Name]: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> },
    name: Name,
    { row, at, field }: { readonly row: RowName; readonly at: number; readonly field: string },
  ): void {
    let array = object[name]
    let place = 0
    const take = (given: typeof array) => {
      if (place > 0) this.exports.release(place)
      place = this.alloc(given.byteLength + 8)
      array = given
      const look = () => {
        const Kind = given.constructor as new (buffer: ArrayBuffer, at: number, length: number) => typeof array
        array = new Kind(this.exports.memory.buffer as ArrayBuffer, place, given.length)
      }
      look()
      array.set(given)
      this.set(row, at, field, place | 0)
      return look
    }
    let look = take(array)
    this.onMove(() => look())
    Object.defineProperty(object, name, {
      get: () => array,
      set: (given: typeof array) => {
        look = take(given)
      },
    })
  }
}

/** Fields of an object by those of a row. */
export type BoundFields = Readonly<Record<string, string>>

/** Prototypes of objects whose fields are in rows: one for all runs, so that what V8 has compiled for one suits the next. */
export type Prototypes = Map<BoundFields, object>

/** An object some of whose fields are in a row. */
interface Bound {
  readonly coreMemory: CoreMemory
  readonly coreAt: number
}

function accessorOf(row: RowName, field: string, isBoolean: boolean): PropertyDescriptor {
  const { kinds, offsets } = LAYOUTS[row]
  const offset = offsets[field]!
  if (kinds[field] === 'f64')
    return {
      get(this: Bound) {
        return this.coreMemory.floats[(this.coreAt + offset) >>> 3]
      },
      set(this: Bound, value: number) {
        this.coreMemory.floats[(this.coreAt + offset) >>> 3] = value
      },
    }
  if (isBoolean)
    return {
      get(this: Bound) {
        return this.coreMemory.ints[(this.coreAt + offset) >>> 2] !== 0
      },
      set(this: Bound, value: boolean) {
        this.coreMemory.ints[(this.coreAt + offset) >>> 2] = value ? 1 : 0
      },
    }
  return {
    get(this: Bound) {
      return this.coreMemory.ints[(this.coreAt + offset) >>> 2]
    },
    set(this: Bound, value: number) {
      this.coreMemory.ints[(this.coreAt + offset) >>> 2] = value
    },
  }
}
