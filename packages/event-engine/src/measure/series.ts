import type { Series } from '../outcome.ts'
import { type Histogram, mergeHistograms } from './histogram.ts'

/** What has been counted since the start of a run. */
export interface Totals {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
  readonly attempts: number
  readonly responseMsSum: number
}

/** Of a node, since the start of the run: time integrals of its requests, of those that wait, of its slots at work, taken and there, ms; and its instances now. */
type NodeTotals = Readonly<
  Record<'inSystemMs' | 'waitingMs' | 'instances' | 'busyMs' | 'takenMs' | 'slotMs', number>
> & {
  /** Of each that may be the fullest, where there are several: what is taken and what there is of it, ms. */
  readonly uses: readonly (readonly [takenMs: number, ofMs: number])[]
}

const TOTALS = [
  'arrived',
  'completed',
  'failed',
  'attempts',
  'responseMsSum',
] as const satisfies readonly (keyof Totals)[]
/** Spans beyond which two become one, unless their length was set. */
const MOST_SPANS = 1000
/** Buckets of 1/32 octave: so many spans are to take little memory. */
export const COARSER = 4

interface Options {
  readonly spanMs: number
  /** Spans keep their length, however many there are. */
  readonly isFixed: boolean
}

/**
 * Sums and means over equal spans of a run. It keeps what has been counted up to the end of each span, so that a span of a long run is
 * the same to the bit whether it was one from the start or was made of shorter ones.
 */
export class SeriesMeter {
  #spanMs: number
  readonly #isFixed: boolean
  readonly #totals = Object.fromEntries(TOTALS.map((key) => [key, []])) as unknown as Record<keyof Totals, number[]>
  readonly #inSystemMs: number[][] = []
  readonly #waitingMs: number[][] = []
  readonly #busyMs: number[][] = []
  readonly #takenMs: number[][] = []
  readonly #slotMs: number[][] = []
  /** By node and use. */
  readonly #uses: (readonly [taken: number[], of: number[]])[][] = []
  readonly #instances: number[][] = []
  readonly #poolQueue: number[][] = []
  #responses: Histogram[] = []

  constructor({ spanMs, isFixed }: Options) {
    this.#spanMs = spanMs
    this.#isFixed = isFixed
  }

  /** Makes room for so many nodes and links in all; there was nothing at those that are new. */
  grow(nodes: number, links: number): void {
    const zeros = () => this.#totals.arrived.map(() => 0)
    for (const lists of [this.#inSystemMs, this.#waitingMs, this.#busyMs, this.#takenMs, this.#slotMs, this.#instances])
      while (lists.length < nodes) lists.push(zeros())
    while (this.#uses.length < nodes) this.#uses.push([])
    while (this.#poolQueue.length < links) this.#poolQueue.push(zeros())
  }

  /** How many spans have ended. */
  get spans(): number {
    return this.#totals.arrived.length
  }

  get spanMs(): number {
    return this.#spanMs
  }

  /** Whether the end of the current span is to be noted: there may be too many spans, so that two become one. */
  endsSpan(): boolean {
    if (this.#isFixed || this.#totals.arrived.length < MOST_SPANS) return true
    for (const list of this.#lists) list.splice(0, list.length, ...list.filter((_, index) => index % 2 === 1))
    this.#responses = pairs(this.#responses)
    this.#spanMs *= 2
    return false
  }

  /** Ends a span with what has been counted so far, and its own response times in wider buckets. */
  note(totals: Totals, responses: Histogram): void {
    for (const key of TOTALS) this.#totals[key].push(totals[key])
    this.#responses.push(responses)
  }

  /** Of a node at the end of a span. */
  noteNode(node: number, { inSystemMs, waitingMs, instances, busyMs, takenMs, slotMs, uses }: NodeTotals): void {
    this.#noteUses(this.#uses[node] ?? [], uses)
    this.#inSystemMs[node]?.push(inSystemMs)
    this.#waitingMs[node]?.push(waitingMs)
    this.#instances[node]?.push(instances)
    this.#busyMs[node]?.push(busyMs)
    this.#takenMs[node]?.push(takenMs)
    this.#slotMs[node]?.push(slotMs)
  }

  #noteUses(lists: (readonly [number[], number[]])[], uses: NodeTotals['uses']): void {
    const before = this.#totals.arrived.length - 1
    while (lists.length < uses.length) lists.push([Array(before).fill(0), Array(before).fill(0)])
    for (const [index, [taken, of]] of lists.entries()) {
      // One that is gone takes nothing more.
      taken.push(uses[index]?.[0] ?? taken.at(-1) ?? 0)
      of.push(uses[index]?.[1] ?? of.at(-1) ?? 0)
    }
  }

  noteLink(link: number, poolQueue: number): void {
    this.#poolQueue[link]?.push(poolQueue)
  }

  /** Of these nodes and links, by their positions; of none where it was not told of any. */
  toSeries({ nodes, links }: { readonly nodes: readonly number[]; readonly links: readonly number[] }): Series {
    const hasParts = this.#inSystemMs.length > 0
    const ofNodes = (lists: readonly number[][]) => (hasParts ? nodes.map((node) => lists[node]!) : [])
    const spanMs = this.#spanMs
    const means = (lists: readonly (readonly number[])[]) =>
      lists.map((list) => differences(list).map((integral) => integral / spanMs))
    const { arrived, completed, failed, attempts, responseMsSum } = this.#totals
    const sums = differences(responseMsSum)
    return {
      spanMs,
      arrived: differences(arrived),
      completed: differences(completed),
      failed: differences(failed),
      attempts: differences(attempts),
      responseMsSum: sums,
      responses: this.#responses.map((one, index) => ({ ...one, sum: sums[index] ?? 0 })),
      inSystem: means(ofNodes(this.#inSystemMs)),
      instances: ofNodes(this.#instances).map((list) => [...list]),
      busy: means(ofNodes(this.#busyMs)),
      waiting: means(ofNodes(this.#waitingMs)),
      utilization: utilizations(ofNodes(this.#takenMs), ofNodes(this.#slotMs)),
      fullest: hasParts ? nodes.map((node) => this.#fullestOf(node)) : [],
      poolQueue: hasParts ? links.map((link) => [...this.#poolQueue[link]!]) : [],
    }
  }

  #fullestOf(node: number): (number | null)[] {
    const uses = this.#uses[node] ?? []
    const lists = uses.length > 0 ? uses : [[this.#takenMs[node] ?? [], this.#slotMs[node] ?? []] as const]
    const shares = utilizations(
      lists.map(([taken]) => taken),
      lists.map(([, of]) => of),
    )
    return (shares[0] ?? []).map((_, span) => {
      const known = shares.flatMap((list) => list[span] ?? [])
      return known.length > 0 ? Math.max(...known) : null
    })
  }

  get #lists(): readonly number[][] {
    return [
      ...Object.values(this.#totals),
      ...this.#inSystemMs,
      ...this.#waitingMs,
      ...this.#busyMs,
      ...this.#takenMs,
      ...this.#slotMs,
      ...this.#uses.flat(2),
      ...this.#instances,
      ...this.#poolQueue,
    ]
  }
}

/** One of each two. */
export const pairs = (histograms: readonly Histogram[]): Histogram[] =>
  histograms.flatMap((second, index) =>
    index % 2 === 1 ? [mergeHistograms([histograms[index - 1] as Histogram, second])] : [],
  )

/** By node and span: slots taken over slots; null where there is none, or no limit of them. */
const utilizations = (taken: readonly number[][], slots: readonly number[][]): (number | null)[][] =>
  taken.map((list, node) => {
    const available = differences(slots[node] ?? [])
    return differences(list).map((ms, span) => {
      const availableMs = available[span] ?? 0
      return availableMs > 0 && availableMs < Number.POSITIVE_INFINITY ? Math.min(1, ms / availableMs) : null
    })
  })

/** By how much each rises over the one before. */
export const differences = (list: readonly number[]): number[] =>
  list.map((value, index) => value - (list[index - 1] ?? 0))
