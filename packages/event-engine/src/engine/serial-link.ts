import { FLOAT_ZERO } from '../float-zero.ts'

/** The bandwidth of one direction of a link: one message at a time, first come, first served. */
export class SerialLink {
  /** What was to be transferred since the last reset, ms, with what was still to come then. */
  carriedMs = FLOAT_ZERO
  freeAt = FLOAT_ZERO
  /** What was still to come at the last reset, ms. */
  #leftMs = FLOAT_ZERO

  /** Busy time between the last reset and `now`, ms: what waits for the line is still to come. */
  busyMs(now: number): number {
    return this.carriedMs - this.#toComeMs(now)
  }

  /** By how much what is still to come has grown since the last reset, ms. */
  growthMs(now: number): number {
    return this.#toComeMs(now) - this.#leftMs
  }

  #toComeMs(now: number): number {
    return Math.max(0, this.freeAt - now)
  }

  /** Transfers a message of `ms`. Returns its waiting time. */
  carry(now: number, ms: number): number {
    const begins = Math.max(now, this.freeAt)
    this.freeAt = begins + ms
    this.carriedMs += ms
    return begins - now
  }

  /** Drops what is still to come. */
  empty(now: number): void {
    this.carriedMs -= this.#toComeMs(now)
    this.freeAt = Math.min(this.freeAt, now)
  }

  /** Resets the busy time. */
  reset(now: number): void {
    this.carriedMs = this.#leftMs = this.#toComeMs(now)
  }
}
