import { Level } from '../engine/level.ts'
import type { CoreMemory } from './memory.ts'

/** A level in a row of the core. */
export class CoreLevel extends Level {
  readonly row: number
  readonly #memory: CoreMemory
  readonly #count: number
  readonly #balance: number

  constructor(memory: CoreMemory) {
    super()
    this.#memory = memory
    this.row = memory.allocRow('LevelRow')
    this.#count = (this.row + memory.offsetOf('LevelRow', 'count')) >>> 2
    this.#balance = (this.row + memory.offsetOf('LevelRow', 'balance')) >>> 3
  }

  get count(): number {
    return this.#memory.ints[this.#count]!
  }

  set count(count: number) {
    this.#memory.ints[this.#count] = count
  }

  get balance(): number {
    return this.#memory.floats[this.#balance]!
  }

  set balance(balance: number) {
    this.#memory.floats[this.#balance] = balance
  }
}

const BOUND = { count: 'count', balance: 'balance' }

/** Where a level is, which moves into a row unless it is in one. */
export function levelRow(memory: CoreMemory, level: Level): number {
  if (level instanceof CoreLevel) return level.row
  const at = memory.allocRow('LevelRow')
  memory.bind(level, 'LevelRow', at, BOUND)
  return at
}
