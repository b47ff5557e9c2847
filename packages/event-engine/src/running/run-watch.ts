import { type DotSampler, Kept, REQUEST_TYPES, type RecentError } from '@plimsoll/simulation'
import { nodeOf } from '../engine/calls.ts'
import type { Run } from '../engine/run.ts'
import type { Watcher } from '../engine/watcher.ts'
import type { Histogram } from '../measure/histogram.ts'
import { Recorders } from '../measure/recorders.ts'

const RECENT = 5

/** Collects what a screen shows of a run beyond its figures: dots, the last errors, failures by node, response times second by second. */
export class RunWatch implements Watcher {
  readonly dots: DotSampler
  /** By link: its position among the edges of the present flow; negative: it is gone. */
  #edgeOf: Int32Array
  readonly #run: Run
  readonly #responses = new Recorders(1)
  readonly #recent = new Kept<RecentError>(RECENT)
  /** By the number of a request: why it fails, so far, at which node that began, and how far it was handed on. */
  readonly #failing = new Map<number, Failing>()
  /** By node: requests that failed because of it. */
  readonly failuresAt = new Map<number, number>()
  /** Tries of clients beyond the first, of requests that ended. */
  retries = 0

  constructor(run: Run, dots: DotSampler) {
    this.#run = run
    this.#edgeOf = edgesByLink(run)
    this.dots = dots
    run.watcher = this
    run.records.onFailure = (record, reason) => this.#failingAt(record, reason)
  }

  /** The run has another flow, with these edges. */
  follow(edgeIds: readonly string[]): void {
    this.#edgeOf = edgesByLink(this.#run)
    this.dots.follow(edgeIds)
  }

  crossed(link: number, crossingMs: number, retries: number): void {
    const edge = this.#edgeOf[link] ?? -1
    if (edge >= 0) this.dots.crossed(edge, this.#run.now, crossingMs, retries)
  }

  completed(serial: number, responseMs: number, retries: number): void {
    if (this.#failing.size > 0) this.#failing.delete(serial)
    this.#responses.record(0, responseMs)
    this.retries += retries
  }

  /** A failure that is handed on to the caller began where it was first. */
  #failingAt(record: number, reason: number): void {
    const { records } = this.#run
    const serial = records.serialOf(record)
    const before = this.#failing.get(serial)
    // The record of a call that has ended is another one's later.
    const isSame = record === before?.record && records.generationOf(record) === before.generation
    const isHandedOn = before?.reason === reason && (isSame || record === before.caller)
    const node = isHandedOn ? before.node : nodeOf(this.#run, record).index
    const [generation, caller] = [records.generationOf(record), records.callerOf(record)]
    this.#failing.set(serial, { reason, node, record, generation, caller })
  }

  failed({ serial, reason, class: requestClass, retries }: Parameters<Watcher['failed']>[0]): void {
    const { nodes, requests, now } = this.#run
    const node = this.#failing.get(serial)?.node ?? -1
    this.#failing.delete(serial)
    this.retries += retries
    this.failuresAt.set(node, (this.failuresAt.get(node) ?? 0) + 1)
    this.#recent.add({
      time: now,
      reason: requests.reasons[reason] ?? '',
      nodeId: nodes[node]?.model.id ?? '',
      requestId: `req-${serial}`,
      type: REQUEST_TYPES[requestClass] ?? '',
    })
  }

  /** Newest first. */
  recent(): readonly RecentError[] {
    return this.#recent.list().toReversed()
  }

  /** Response times since the last full second, which begins with `endSecond`. */
  responses(): Histogram {
    return this.#responses.toHistogram(0)
  }

  endSecond(): Histogram {
    const histogram = this.#responses.toHistogram(0)
    this.#responses.reset()
    // Calls that nobody waits for fail, too, and belong to no request that ends.
    if (this.#failing.size > MOST_FAILING) this.#failing.clear()
    return histogram
  }
}

interface Failing {
  readonly reason: number
  readonly node: number
  /** What failed last, and what waits for it. */
  readonly record: number
  readonly generation: number
  readonly caller: number
}

const MOST_FAILING = 100_000

function edgesByLink({ links, present }: Run): Int32Array {
  const edges = new Int32Array(links.length).fill(-1)
  for (const [edge, link] of present.links.entries()) edges[link] = edge
  return edges
}
