/** The bandwidth of one direction of a link: one message at a time, first come, first served. */
export class SerialLink {
  /** Busy time since the last reset, ms. */
  busyMs = 0
  #freeAt = 0

  /** Transfers a message of `ms`. Returns its waiting time. */
  carry(now: number, ms: number): number {
    const begins = Math.max(now, this.#freeAt)
    this.#freeAt = begins + ms
    this.busyMs += ms
    return begins - now
  }
}
