/** One direction of a connection: it carries one message at a time, the others wait in turn. */
export class Line {
  /** How long it was busy since this was last set back, ms. */
  busyMs = 0
  #freeAt = 0

  /** Takes a message of `ms`; tells how long that one waits first. */
  carry(now: number, ms: number): number {
    const begins = Math.max(now, this.#freeAt)
    this.#freeAt = begins + ms
    this.busyMs += ms
    return begins - now
  }
}
