import type { DotView } from './running-simulation.ts'
import type { Dots } from './snapshot.ts'

/** A dot is shown for so long of the watcher's time, and longer where its request takes longer; and most of them unless it is said. */
export const DOTS = { shownMs: 500, most: 2000 } as const

/** The share is set anew so often in the time that a dot is shown, and leaves so much room for what comes in between. */
const ADAPTATIONS = 5
const ROOM = 0.8
/** Weight of what was measured last, against what was before. */
const LATEST = 0.5

/** How often a request was retried: by now, where the request itself is given. */
type Retried = number | { readonly retries: number }

interface Dot {
  readonly id: number
  readonly edge: number
  readonly startedAt: number
  readonly shownMs: number
  readonly retried: Retried
}

/**
 * Chooses which crossings of connections are shown as dots: the same share of all crossings on every connection, so that the dots that
 * set out are in proportion to the requests that do. Each connection counts for itself, so that the share holds for the rare ones, too.
 */
export class DotSampler {
  #edges: readonly string[] = []
  /** By edge: the part of a dot that its crossings have come to since the last one. */
  #parts = new Float64Array(0)
  #dots: Dot[] = []
  #next = 0
  #view: DotView = { speed: 1, most: DOTS.most }
  /** Dots that there would be at a time if every crossing had one. */
  #demand: number
  #share = 0
  #since = 0
  #shownMsSum = 0

  /** `crossingsPerSecond`: about as many as are to be expected. */
  constructor(edges: readonly string[], crossingsPerSecond: number) {
    this.#demand = (crossingsPerSecond * DOTS.shownMs) / 1000
    this.follow(edges)
    this.#setShare()
  }

  /** The diagram has these edges from now on; the dots of the others are gone. */
  follow(edges: readonly string[]): void {
    const before = new Map(this.#edges.map((id, index) => [id, index]))
    const now = new Map(edges.map((id, index) => [id, index]))
    const parts = this.#parts
    // Connections do not all begin with a dot, nor all without one.
    this.#parts = Float64Array.from(edges, (id, index) => parts[before.get(id) ?? -1] ?? (index * GOLDEN) % 1)
    this.#dots = this.#dots.flatMap((dot) => {
      const edge = now.get(this.#edges[dot.edge] ?? '')
      return edge === undefined ? [] : { ...dot, edge }
    })
    this.#edges = edges
  }

  watch(view: DotView): void {
    this.#demand *= view.speed / this.#view.speed
    this.#view = view
    this.#setShare()
  }

  /** A request, or several as one, sets out over a connection, which takes it so long. */
  crossed(edge: number, now: number, crossingMs: number, retried: Retried, count = 1): void {
    const shownMs = Math.max(crossingMs, DOTS.shownMs * this.#view.speed)
    this.#shownMsSum += count * shownMs
    const part = (this.#parts[edge] ?? 0) + this.#share * count
    const dots = Math.floor(part)
    this.#parts[edge] = part - dots
    if (dots > 0) this.#add({ edge, startedAt: now, shownMs, retried }, dots)
    if (now - this.#since >= (DOTS.shownMs * this.#view.speed) / ADAPTATIONS) this.#adapt(now)
  }

  #add(dot: Omit<Dot, 'id'>, count: number): void {
    if (this.#dots.length + count > this.#view.most) this.#drop(dot.startedAt)
    const room = Math.min(count, this.#view.most - this.#dots.length)
    for (let added = 0; added < room; added += 1) {
      this.#dots.push({ ...dot, id: this.#next })
      this.#next += 1
    }
  }

  #drop(now: number): void {
    this.#dots = this.#dots.filter(({ startedAt, shownMs }) => startedAt + shownMs > now)
  }

  #adapt(now: number): void {
    const latest = this.#shownMsSum / (now - this.#since)
    this.#demand += LATEST * (latest - this.#demand)
    this.#since = now
    this.#shownMsSum = 0
    this.#setShare()
  }

  #setShare(): void {
    const { most } = this.#view
    this.#share = this.#demand > ROOM * most ? (ROOM * most) / this.#demand : Math.min(1, most)
  }

  list(now: number): Dots {
    this.#drop(now)
    const dots = this.#dots
    return {
      count: dots.length,
      id: Uint32Array.from(dots, ({ id }) => id),
      edge: Uint32Array.from(dots, ({ edge }) => edge),
      startedAt: Float64Array.from(dots, ({ startedAt }) => startedAt),
      shownMs: Float32Array.from(dots, ({ shownMs }) => shownMs),
      retries: Uint8Array.from(dots, ({ retried }) =>
        Math.min(typeof retried === 'number' ? retried : retried.retries, 255),
      ),
    }
  }
}

/** Multiples of the golden ratio spread evenly, however many there are. */
const GOLDEN = 0.618034

/** Most animated requests that a flow may ask for. */
const MOST_DOTS = 10_000

/** The maximum number of animated requests by the settings that a flow stores under `simulation`. */
export function mostDotsOf(simulation: { readonly animatedRequests?: unknown } | undefined): number {
  const most = simulation?.animatedRequests
  return typeof most === 'number' ? Math.min(MOST_DOTS, Math.max(0, Math.floor(most))) : DOTS.most
}
