import type { Series } from '../outcome.ts'

/** Sums and means over equal spans of a run. */
export class SeriesMeter {
  readonly spanMs: number
  readonly #perMs: number
  readonly #last: number
  readonly #arrived: Float64Array
  readonly #completed: Float64Array
  readonly #failed: Float64Array
  readonly #attempts: Float64Array
  readonly #responseMs: Float64Array
  /** By node, and by link: what is read at the end of each span. */
  readonly #inSystem: number[][]
  readonly #instances: number[][]
  readonly #busy: number[][]
  readonly #poolQueue: number[][]

  constructor({
    spanMs,
    durationMs,
    nodes,
    links,
  }: { spanMs: number; durationMs: number; nodes: number; links: number }) {
    const spans = Math.max(1, Math.ceil(durationMs / spanMs))
    this.spanMs = spanMs
    this.#perMs = 1 / spanMs
    this.#last = spans - 1
    this.#arrived = new Float64Array(spans)
    this.#completed = new Float64Array(spans)
    this.#failed = new Float64Array(spans)
    this.#attempts = new Float64Array(spans)
    this.#responseMs = new Float64Array(spans)
    this.#inSystem = Array.from({ length: nodes }, () => [])
    this.#instances = Array.from({ length: nodes }, () => [])
    this.#busy = Array.from({ length: nodes }, () => [])
    this.#poolQueue = Array.from({ length: links }, () => [])
  }

  arrived(now: number): void {
    this.#arrived[this.#spanOf(now)]! += 1
  }

  completed(now: number, responseMs: number): void {
    const span = this.#spanOf(now)
    this.#completed[span]! += 1
    this.#responseMs[span]! += responseMs
  }

  failed(now: number): void {
    this.#failed[this.#spanOf(now)]! += 1
  }

  attempts(now: number): void {
    this.#attempts[this.#spanOf(now)]! += 1
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

  /** How many nodes and links it keeps. */
  get nodes(): number {
    return this.#inSystem.length
  }

  get links(): number {
    return this.#poolQueue.length
  }

  toSeries(): Series {
    return {
      spanMs: this.spanMs,
      arrived: Array.from(this.#arrived),
      completed: Array.from(this.#completed),
      failed: Array.from(this.#failed),
      attempts: Array.from(this.#attempts),
      responseMsSum: Array.from(this.#responseMs),
      inSystem: this.#inSystem,
      instances: this.#instances,
      busy: this.#busy,
      poolQueue: this.#poolQueue,
    }
  }

  #spanOf(now: number): number {
    const span = (now * this.#perMs) | 0
    return span < this.#last ? span : this.#last
  }
}
