import type { Dots } from '../../results.ts'
import { DOTS } from '../config.ts'
import type { LiveRequest } from '../model.ts'
import type { Network } from '../network.ts'

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
    const size = this.#shown.size
    const dots = {
      count: 0,
      id: new Uint32Array(size),
      edge: new Uint32Array(size),
      startedAt: new Float64Array(size),
      retries: new Uint8Array(size),
    }
    for (const [serial, { edgeId, startedAt, retries }] of this.#shown) {
      const link = linkOf.get(edgeId)
      if (link === undefined) continue
      dots.id[dots.count] = serial
      dots.edge[dots.count] = link.index
      dots.startedAt[dots.count] = startedAt
      dots.retries[dots.count] = Math.min(retries, 255)
      dots.count += 1
    }
    return dots
  }
}
