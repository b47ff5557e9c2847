import { DOTS } from '../config.ts'
import type { LiveRequest } from '../model.ts'
import type { Network } from '../network.ts'
import type { Dots } from '../results.ts'

interface Dot {
  edgeId: string
  startedAt: number
  retries: number
}

/**
 * Which requests are shown as dots: each for 500 ms after its last hop. When there are too many, those that are shown
 * already stay, then the newest come.
 */
export class DotBoard {
  /** By the request's serial number, the longest shown first. */
  readonly #shown = new Map<number, Dot>()
  #newcomers: [serial: number, dot: Dot][] = []

  /** The request has just hopped. */
  add({ serial, link, retries, hoppedAt }: LiveRequest): void {
    if (link === null || hoppedAt === null) return
    const dot = { edgeId: link.id, startedAt: hoppedAt, retries }
    if (this.#shown.has(serial)) this.#shown.set(serial, dot)
    else this.#newcomers.push([serial, dot])
  }

  /** The request was retried: its dot, if it is shown, changes its colour. */
  retry({ serial, retries }: LiveRequest): void {
    const dot = this.#shown.get(serial)
    if (dot !== undefined) dot.retries = retries
  }

  /** Drops the dots whose time is over at `now`, and lets newcomers in. */
  turn(now: number): void {
    for (const [serial, { startedAt }] of this.#shown) {
      if (now >= startedAt + DOTS.visibleMs) this.#shown.delete(serial)
    }
    const places = DOTS.shown - this.#shown.size
    for (const [serial, dot] of places > 0 ? this.#newcomers.slice(-places) : []) this.#shown.set(serial, dot)
    this.#newcomers = []
  }

  /** The dots as arrays; those on a connection that is no longer there are left out. */
  list({ linkOf }: Network): Dots {
    const dots = [...this.#shown].flatMap(([serial, dot]) => {
      const link = linkOf.get(dot.edgeId)
      return link === undefined ? [] : { ...dot, serial, edge: link.index }
    })
    return {
      count: dots.length,
      id: Uint32Array.from(dots, ({ serial }) => serial),
      edge: Uint32Array.from(dots, ({ edge }) => edge),
      startedAt: Float64Array.from(dots, ({ startedAt }) => startedAt),
      retries: Uint8Array.from(dots, ({ retries }) => Math.min(retries, 255)),
    }
  }
}
