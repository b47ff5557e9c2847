import type { DueNow, EventQueue } from '../engine/run.ts'
import type { CoreMemory } from './memory.ts'

/** The pending events of the core, as the engine's own code adds to them. */
export class CoreEvents implements EventQueue {
  readonly #memory: CoreMemory
  readonly when = [0.5]
  readonly #fifos = new Map<number, number>()

  constructor(memory: CoreMemory) {
    this.#memory = memory
  }

  get generation(): number {
    return this.#memory.exports.eventGeneration.value
  }

  get isExhausted(): boolean {
    return this.#memory.exports.isExhausted() !== 0
  }

  fifoOf(delay: number): number {
    const known = this.#fifos.get(delay)
    if (known !== undefined) return known
    const fifo = this.#memory.exports.fifoOf(delay)
    this.#memory.refresh()
    this.#fifos.set(delay, fifo)
    return fifo
  }

  /** Only what slows services down asks for them, and no such run is in the core. */
  duesOf(): never {
    throw new Error('The pending events of the core are not listed.')
  }

  at(time: number, kind: number, record: number, generation: number): void {
    this.#memory.exports.at(time, kind, record, generation)
    this.#memory.refresh()
  }

  add(kind: number, record: number, generation: number): void {
    this.at(this.when[0]!, kind, record, generation)
  }

  after(fifo: number, kind: number, record: number, generation: number): void {
    this.#memory.exports.after(fifo, kind, record, generation)
    this.#memory.refresh()
  }
}

/** What is due immediately in the core. */
export class CoreAgenda implements DueNow {
  readonly #memory: CoreMemory

  constructor(memory: CoreMemory) {
    this.#memory = memory
  }

  add(kind: number, record: number): void {
    this.#memory.exports.soon(kind, record)
    this.#memory.refresh()
  }

  get length(): number {
    return this.#memory.exports.soonLength()
  }

  firstAddedFirst(length: number): void {
    this.#memory.exports.firstAddedFirst(length)
  }
}
