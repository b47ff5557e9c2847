import type { Series } from '../outcome.ts'

/** What has been counted since the start of a run. */
export interface Totals {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly attempts: number
  readonly responseMsSum: number
}

const NOTHING: Totals = { arrived: 0, completed: 0, failed: 0, attempts: 0, responseMsSum: 0 }

/** Sums and means over equal spans of a run, from what has been counted at the end of each. */
export class SeriesMeter {
  readonly spanMs: number
  #before: Totals = NOTHING
  readonly #totals = { arrived: [], completed: [], failed: [], attempts: [], responseMsSum: [] } as Record<
    keyof Totals,
    number[]
  >
  readonly #inSystem: number[][]
  readonly #instances: number[][]
  readonly #busy: number[][]
  readonly #poolQueue: number[][]

  constructor({ spanMs, nodes, links }: { readonly spanMs: number; readonly nodes: number; readonly links: number }) {
    this.spanMs = spanMs
    this.#inSystem = Array.from({ length: nodes }, () => [])
    this.#instances = Array.from({ length: nodes }, () => [])
    this.#busy = Array.from({ length: nodes }, () => [])
    this.#poolQueue = Array.from({ length: links }, () => [])
  }

  /** Ends a span. */
  note(totals: Totals): void {
    for (const key of Object.keys(NOTHING) as (keyof Totals)[]) this.#totals[key].push(totals[key] - this.#before[key])
    this.#before = totals
  }

  /** What a span that has ended saw of a node: time means. */
  noteNode(node: number, { inSystem, instances, busy }: { inSystem: number; instances: number; busy: number }): void {
    this.#inSystem[node]?.push(inSystem)
    this.#instances[node]?.push(instances)
    this.#busy[node]?.push(busy)
  }

  noteLink(link: number, poolQueue: number): void {
    this.#poolQueue[link]?.push(poolQueue)
  }

  /** How many nodes it keeps. */
  get nodes(): number {
    return this.#inSystem.length
  }

  toSeries(): Series {
    return {
      spanMs: this.spanMs,
      ...this.#totals,
      inSystem: this.#inSystem,
      instances: this.#instances,
      busy: this.#busy,
      poolQueue: this.#poolQueue,
    }
  }
}
