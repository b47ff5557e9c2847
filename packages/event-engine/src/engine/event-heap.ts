import type { Pending } from './calendar-queue.ts'
import { grown } from './grown.ts'

/** Which of two events of the same time comes first. */
export interface EventOrder {
  /** Whether the event of one owner was scheduled before that of another. */
  isSooner(owner: number, other: number): boolean
}

/** A heap with four children per node, ordered by (time, sequence), in typed arrays. */
export class EventHeap {
  size = 0
  #due = new Float64Array(64)
  #owner = new Int32Array(64)
  readonly #order: EventOrder

  constructor(order: EventOrder) {
    this.#order = order
  }

  /** All events, in no order. */
  list(): Pending[] {
    return Array.from({ length: this.size }, (_, at) => ({ time: this.#due[at]!, owner: this.#owner[at]! }))
  }

  /** Removes all events. */
  drain(): Pending[] {
    const events = this.list()
    this.size = 0
    return events
  }

  get firstDue(): number {
    return this.#due[0]!
  }

  get firstOwner(): number {
    return this.#owner[0]!
  }

  get bytes(): number {
    return this.#due.length * 12
  }

  add(time: number, owner: number): void {
    if (this.size === this.#due.length) {
      this.#due = grown(this.#due, Float64Array)
      this.#owner = grown(this.#owner, Int32Array)
    }
    let position = this.size
    this.size += 1
    while (position > 0) {
      const parent = (position - 1) >> 2
      if (this.#isOrdered(this.#due[parent]!, this.#owner[parent]!, time, owner)) break
      this.#due[position] = this.#due[parent]!
      this.#owner[position] = this.#owner[parent]!
      position = parent
    }
    this.#due[position] = time
    this.#owner[position] = owner
  }

  removeFirst(): void {
    this.size -= 1
    const size = this.size
    const time = this.#due[size]!
    const owner = this.#owner[size]!
    let position = 0
    for (;;) {
      const first = position * 4 + 1
      if (first >= size) break
      const least = this.#leastOf(first, Math.min(first + 4, size))
      if (this.#isOrdered(time, owner, this.#due[least]!, this.#owner[least]!)) break
      this.#due[position] = this.#due[least]!
      this.#owner[position] = this.#owner[least]!
      position = least
    }
    this.#due[position] = time
    this.#owner[position] = owner
  }

  #leastOf(from: number, to: number): number {
    let least = from
    for (let child = from + 1; child < to; child += 1) {
      if (!this.#isOrdered(this.#due[least]!, this.#owner[least]!, this.#due[child]!, this.#owner[child]!))
        least = child
    }
    return least
  }

  #isOrdered(time: number, owner: number, other: number, otherOwner: number): boolean {
    return time < other || (time === other && this.#order.isSooner(owner, otherOwner))
  }
}
