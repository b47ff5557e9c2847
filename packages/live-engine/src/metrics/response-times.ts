import { LIFETIME_MS, TICK_MS } from '../config.ts'

/** Percentiles that are told. */
export const PERCENTILES = { p50: 0.5, p95: 0.95, p99: 0.99, p999: 0.999 } as const
export type Percentile = keyof typeof PERCENTILES

/** Of completed requests, in ms. */
export type ResponseTimes = Readonly<Record<'mean' | Percentile | 'max', number>>

/** Response times counted by ticks: they are whole ticks, so that no percentile is rounded. */
export class ResponseTimeCounts {
  readonly #counts = new Float64Array(LIFETIME_MS / TICK_MS + 2)
  #total = 0
  #sum = 0

  add(responseTimeMs: number, standsFor: number): void {
    const ticks = Math.min(this.#counts.length - 1, Math.round(responseTimeMs / TICK_MS))
    this.#counts[ticks] = (this.#counts[ticks] ?? 0) + standsFor
    this.#total += standsFor
    this.#sum += standsFor * responseTimeMs
  }

  /** What has been counted so far, which later values do not change. */
  copy(): ResponseTimeCounts {
    return this.since(new ResponseTimeCounts())
  }

  /** What was counted after an earlier copy. */
  since(earlier: ResponseTimeCounts): ResponseTimeCounts {
    const later = new ResponseTimeCounts()
    for (const [ticks, count] of this.#counts.entries()) later.#counts[ticks] = count - (earlier.#counts[ticks] ?? 0)
    later.#total = this.#total - earlier.#total
    later.#sum = this.#sum - earlier.#sum
    return later
  }

  /** How many requests were counted. */
  get total(): number {
    return this.#total
  }

  /** Null when nothing was counted. */
  summary(): ResponseTimes | null {
    if (this.#total === 0) return null
    const { p50, p95, p99, p999 } = PERCENTILES
    return {
      mean: this.#sum / this.#total,
      p50: this.#atShare(p50),
      p95: this.#atShare(p95),
      p99: this.#atShare(p99),
      p999: this.#atShare(p999),
      max: this.#atShare(1),
    }
  }

  /** The least response time that this share of the requests did not exceed. */
  #atShare(share: number): number {
    let below = 0
    const ticks = this.#counts.findIndex((count) => {
      below += count
      return count > 0 && below >= share * this.#total
    })
    return ticks * TICK_MS
  }
}
