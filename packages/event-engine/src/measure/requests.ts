import { REQUEST_TYPES } from '@plimsoll/simulation'
import { FLOAT_ZERO } from '../float-zero.ts'
import type { PartCounts, RequestCounts } from '../outcome.ts'
import { type Histogram, mergeHistograms } from './histogram.ts'
import { COARSER, type Totals } from './series.ts'
import { SlicedValues } from './sliced-values.ts'

const CLASSES = REQUEST_TYPES.length
/** Completed requests that are remembered as the slowest. */
export const SLOWEST = 20
/** Clients beyond which the values of each are counted in wider buckets: they take memory, and time at the end of a slice. */
const MOST_FINE = 20

/** Columns of what is counted for a client and class. */
export const COUNT = { arrived: 0, completed: 1, failed: 2, kept: 3, inFlightAtStart: 4 } as const
export const COUNT_WIDTH = 5

interface RequestTotals {
  readonly arrived: number
  readonly completed: number
  readonly failed: number
}

/** What was measured of the requests. */
interface Measured {
  readonly all: RequestCounts
  readonly byClient: readonly PartCounts[]
  readonly byClass: readonly PartCounts[]
}

/** Counts all requests, by client and class. */
export class Requests {
  /** Texts of reasons by their number. */
  readonly reasons: string[] = []
  readonly #codes = new Map<string, number>()
  /** The numbers of all clients' classes. */
  #places: readonly number[] = []
  /** By client and class: a row each. As what follows, the compiled core counts here, too. */
  counts = new Int32Array(0)
  /** Of all since the start: to sum them up for each span would read those of every client. */
  arrived = 0
  completed = 0
  /** The response time, ms, that one of the slowest has at least; 0 as long as there are few. */
  slowestOfThem = FLOAT_ZERO
  /** By client and class: response times; and, where there were any, failures by the number of their reason. */
  readonly responses: SlicedValues
  /** Those of all in one place. */
  readonly allResponses = new SlicedValues({ spanWidth: COARSER })
  readonly #failures: (number[] | undefined)[] = []
  readonly #slowest: { serial: number; responseMs: number }[] = []
  /** Called with one that others have pushed out of the slowest. */
  onPushedOut: ((serial: number) => void) | null = null
  #failed = 0

  /** `clients`: how many there are at first. */
  constructor(clients: number) {
    this.responses = new SlicedValues({ width: clients > MOST_FINE ? COARSER : 1 })
    this.allResponses.grow(1, { width: 1, hasSpans: true })
  }

  /** Makes room for so many clients in all. */
  grow(clients: number): void {
    const counts = new Int32Array(clients * CLASSES * COUNT_WIDTH)
    counts.set(this.counts)
    this.counts = counts
    this.#places = Array.from({ length: clients * CLASSES }, (_, place) => place)
    this.responses.grow(clients * CLASSES, { width: clients > MOST_FINE ? COARSER : 1, hasSpans: false })
  }

  /** A number for a reason, so that a call record can carry it in a byte. */
  codeOf(reason: string): number {
    const known = this.#codes.get(reason)
    if (known !== undefined) return known
    this.#codes.set(reason, this.reasons.length)
    this.reasons.push(reason)
    return this.reasons.length - 1
  }

  begin(client: number, requestClass: number, requests = 1): void {
    this.arrived += requests
    this.counts[(client * CLASSES + requestClass) * COUNT_WIDTH + COUNT.arrived]! += requests
  }

  /** Whether it is one of the slowest so far. */
  complete(client: number, requestClass: number, serial: number, responseMs: number): boolean {
    const place = client * CLASSES + requestClass
    this.completed += 1
    this.counts[place * COUNT_WIDTH + COUNT.completed]! += 1
    this.responses.record(place, responseMs)
    this.allResponses.record(0, responseMs)
    if (responseMs <= this.slowestOfThem) return false
    this.noteSlow(serial, responseMs)
    return true
  }

  /** An answer that its client had kept. */
  noteKept(client: number, requestClass: number, requests = 1): void {
    this.counts[(client * CLASSES + requestClass) * COUNT_WIDTH + COUNT.kept]! += requests
  }

  fail(client: number, requestClass: number, reason: number): void {
    const place = client * CLASSES + requestClass
    this.#failed += 1
    this.counts[place * COUNT_WIDTH + COUNT.failed]! += 1
    const failures = this.#failures[place] ?? []
    failures[reason] = (failures[reason] ?? 0) + 1
    this.#failures[place] = failures
  }

  get totals(): RequestTotals {
    return this.#totalsOf(this.#places)
  }

  totalsOf(client: number): RequestTotals {
    return this.#totalsOf(this.#places.slice(client * CLASSES, (client + 1) * CLASSES))
  }

  #totalsOf(places: readonly number[]): RequestTotals {
    return {
      arrived: this.#total(places, COUNT.arrived),
      completed: this.#total(places, COUNT.completed),
      failed: this.#total(places, COUNT.failed),
    }
  }

  /** Response times of all completed requests. */
  get response(): Histogram {
    return this.allResponses.toHistogram(0)
  }

  /** Failed requests by reason. */
  get failures(): Readonly<Record<string, number>> {
    return this.#reasonsOf(this.#places)
  }

  /** Since the start of the run. */
  get sinceStart(): Omit<Totals, 'attempts'> {
    return {
      arrived: this.arrived,
      completed: this.completed,
      failed: this.#failed,
      responseMsSum: this.allResponses.sumOf(0),
    }
  }

  /** The response times since the last span of the series. */
  takeSpan(): Histogram {
    const taken = this.allResponses.spanOf(0)
    this.allResponses.endSpan()
    return taken
  }

  endSlice(): void {
    this.responses.endSlice()
    this.allResponses.endSlice()
  }

  /** Makes one slice of each two. */
  mergeSlices(): void {
    this.responses.mergeSlices()
    this.allResponses.mergeSlices()
  }

  /** The response times of each slice since the start of the run. */
  get slices(): Histogram[] {
    return this.allResponses.slicesOf([0])
  }

  /** Forgets what was measured. */
  reset(): void {
    const counts = this.counts
    for (const place of this.#places) {
      const at = place * COUNT_WIDTH
      counts[at + COUNT.inFlightAtStart] = this.#inFlight([place])
      counts.fill(0, at, at + COUNT.inFlightAtStart)
    }
    this.responses.reset()
    this.allResponses.reset()
    this.#failures.length = 0
    this.#slowest.length = 0
    this.slowestOfThem = 0
  }

  /** Slowest first. */
  get slowest(): readonly { readonly serial: number; readonly responseMs: number }[] {
    return this.#slowest.toReversed()
  }

  /** All, by type, and by clients, of whom each may have been several. */
  measured(clients: readonly (readonly number[])[]): Measured {
    const responses = this.#places.map((place) => this.responses.toHistogram(place))
    const countsOf = (places: readonly number[], response: Histogram): RequestCounts => ({
      ...this.#totalsOf(places),
      kept: this.#total(places, COUNT.kept),
      inFlightAtStart: this.#total(places, COUNT.inFlightAtStart),
      inFlightAtEnd: this.#inFlight(places),
      reasons: this.#reasonsOf(places),
      response,
    })
    const partOf = (places: readonly number[]): PartCounts => ({
      ...countsOf(places, mergeHistograms(places.map((place) => responses[place]!))),
      slices: this.responses.slicesOf(places),
    })
    return {
      all: countsOf(this.#places, this.response),
      byClient: clients.map((several) =>
        partOf(several.flatMap((client) => this.#places.slice(client * CLASSES, (client + 1) * CLASSES))),
      ),
      byClass: REQUEST_TYPES.map((_, one) => partOf(this.#places.filter((place) => place % CLASSES === one))),
    }
  }

  #reasonsOf(places: readonly number[]): Record<string, number> {
    const reasons: Record<string, number> = {}
    for (const [code, text] of this.reasons.entries()) {
      const count = places.reduce((sum, place) => sum + (this.#failures[place]?.[code] ?? 0), 0)
      if (count > 0) reasons[text] = count
    }
    return reasons
  }

  #total(places: readonly number[], column: number): number {
    return places.reduce((sum, place) => sum + this.counts[place * COUNT_WIDTH + column]!, 0)
  }

  #inFlight(places: readonly number[]): number {
    const total = (column: number) => this.#total(places, column)
    return total(COUNT.inFlightAtStart) + total(COUNT.arrived) - total(COUNT.completed) - total(COUNT.failed)
  }

  noteSlow(serial: number, responseMs: number): void {
    const slowest = this.#slowest
    const place = slowest.findIndex((one) => one.responseMs > responseMs)
    slowest.splice(place < 0 ? slowest.length : place, 0, { serial, responseMs })
    if (slowest.length > SLOWEST) {
      const { serial: pushedOut } = slowest.shift()!
      this.onPushedOut?.(pushedOut)
    }
    if (slowest.length === SLOWEST) this.slowestOfThem = slowest[0]!.responseMs
  }
}
