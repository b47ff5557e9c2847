import { REQUEST_TYPES } from '../../results.ts'
import type { RequestCounts } from '../outcome.ts'
import { type Histogram, mergeHistograms, Recorder } from './histogram.ts'

const CLASSES = REQUEST_TYPES.length
/** Completed requests that are remembered as the slowest. */
const SLOWEST = 20

/** Counts the requests of one client and one class. */
class Meter {
  arrived = 0
  completed = 0
  failed = 0
  inFlight = 0
  inFlightAtStart = 0
  readonly reasons: number[] = []
  readonly response = new Recorder()
}

/** Counts all requests, by client and class. */
export class Requests {
  /** Texts of reasons by their number. */
  readonly reasons: string[] = []
  readonly #codes = new Map<string, number>()
  /** By client and class; one that nothing was counted for has none. */
  readonly #meters: (Meter | undefined)[]
  readonly #clients: number
  readonly #made: Meter[] = []
  readonly #slowest: { serial: number; responseMs: number }[] = []
  #slowestOfThem = 0

  constructor(clients: number) {
    this.#clients = clients
    this.#meters = Array.from({ length: clients * CLASSES })
  }

  /** A number for a reason, so that a frame can carry it in a byte. */
  codeOf(reason: string): number {
    const known = this.#codes.get(reason)
    if (known !== undefined) return known
    this.#codes.set(reason, this.reasons.length)
    this.reasons.push(reason)
    return this.reasons.length - 1
  }

  begin(client: number, requestClass: number): void {
    const place = client * CLASSES + requestClass
    const meter = this.#meters[place] ?? this.#make(place)
    meter.arrived += 1
    meter.inFlight += 1
  }

  complete(client: number, requestClass: number, serial: number, responseMs: number): void {
    const meter = this.#meters[client * CLASSES + requestClass]!
    meter.completed += 1
    meter.inFlight -= 1
    meter.response.record(responseMs)
    if (responseMs > this.#slowestOfThem) this.#noteSlow(serial, responseMs)
  }

  fail(client: number, requestClass: number, reason: number): void {
    const meter = this.#meters[client * CLASSES + requestClass]!
    meter.failed += 1
    meter.inFlight -= 1
    meter.reasons[reason] = (meter.reasons[reason] ?? 0) + 1
  }

  #make(place: number): Meter {
    const meter = new Meter()
    this.#meters[place] = meter
    this.#made.push(meter)
    return meter
  }

  get totals() {
    const totals = { arrived: 0, completed: 0, failed: 0, responseMsSum: 0 }
    for (const { arrived, completed, failed, response } of this.#made) {
      totals.arrived += arrived
      totals.completed += completed
      totals.failed += failed
      totals.responseMsSum += response.sum
    }
    return totals
  }

  /** Forgets what was measured. */
  reset(): void {
    for (const meter of this.#made) {
      meter.arrived = meter.completed = meter.failed = 0
      meter.inFlightAtStart = meter.inFlight
      meter.reasons.length = 0
      meter.response.reset()
    }
    this.#slowest.length = 0
    this.#slowestOfThem = 0
  }

  /** Slowest first. */
  get slowest(): readonly { readonly serial: number; readonly responseMs: number }[] {
    return this.#slowest.toReversed()
  }

  get byClient(): RequestCounts[] {
    return Array.from({ length: this.#clients }, (_, client) =>
      this.#countsOf(this.#meters.slice(client * CLASSES, (client + 1) * CLASSES)),
    )
  }

  get byClass(): RequestCounts[] {
    return REQUEST_TYPES.map((_, one) =>
      this.#countsOf(this.#meters.filter((_meter, index) => index % CLASSES === one)),
    )
  }

  get all(): RequestCounts {
    return this.#countsOf(this.#meters)
  }

  #countsOf(slots: readonly (Meter | undefined)[]): RequestCounts {
    const meters = slots.filter((meter) => meter !== undefined)
    const total = (of: 'arrived' | 'completed' | 'failed' | 'inFlightAtStart' | 'inFlight') =>
      meters.reduce((sum, meter) => sum + meter[of], 0)
    const reasons: Record<string, number> = {}
    for (const [code, text] of this.reasons.entries()) {
      const count = meters.reduce((sum, meter) => sum + (meter.reasons[code] ?? 0), 0)
      if (count > 0) reasons[text] = count
    }
    return {
      arrived: total('arrived'),
      completed: total('completed'),
      failed: total('failed'),
      inFlightAtStart: total('inFlightAtStart'),
      inFlightAtEnd: total('inFlight'),
      reasons,
      response: responseOf(meters),
    }
  }

  #noteSlow(serial: number, responseMs: number): void {
    const slowest = this.#slowest
    const place = slowest.findIndex((one) => one.responseMs > responseMs)
    slowest.splice(place < 0 ? slowest.length : place, 0, { serial, responseMs })
    if (slowest.length > SLOWEST) slowest.shift()
    if (slowest.length === SLOWEST) this.#slowestOfThem = slowest[0]!.responseMs
  }
}

const responseOf = (meters: readonly Meter[]): Histogram =>
  mergeHistograms(meters.filter(({ completed }) => completed > 0).map(({ response }) => response.toHistogram()))
