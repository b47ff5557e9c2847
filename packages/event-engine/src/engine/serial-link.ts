import { FLOAT_ZERO } from '../float-zero.ts'

/** The bandwidth of one direction of a link: one message at a time, first come, first served. */
export class SerialLink {
  #busyMs = FLOAT_ZERO
  #freeAt = FLOAT_ZERO

  /** Busy time since the last reset, ms. */
  get busyMs(): number {
    return this.#busyMs + 0
  }

  /** Transfers a message of `ms`. Returns its waiting time. */
  carry(now: number, ms: number): number {
    const begins = Math.max(now, this.#freeAt)
    this.#freeAt = begins + ms
    this.#busyMs += ms
    return begins - now
  }

  /** Resets the busy time. */
  reset(): void {
    this.#busyMs = 0
  }
}
