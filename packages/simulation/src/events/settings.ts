import type { ByClass, Distribution, Jitter } from './model.ts'

/** What a run is told beyond the diagram; saved with the flow under `simulation`. Times are ms or, with a name in `S`, seconds. */
export interface EventSettings {
  readonly durationMs: number
  /** At the beginning, counted in no figure. */
  readonly warmUpMs: number
  readonly arrivals: 'open' | 'closed' | 'deterministic'
  /** Shape of the time between open arrivals; exponential is a Poisson process. */
  readonly interarrival: Distribution
  /** Shape of service times, where a node has none of its own. */
  readonly service: Distribution
  readonly serviceOf: Readonly<Record<string, Distribution | 'zero'>>
  /** `asDrawn`: by each connection's communication pattern. */
  readonly callStyle: 'asDrawn' | 'synchronous' | 'pipeline'
  readonly requestMix: ByClass<number>
  readonly failurePer: 'request' | 'mtbf'
  readonly jitter: Jitter
  /** Retries at most this share of the requests; Infinity: no budget. */
  readonly retryBudget: number
  readonly cancelOnTimeout: boolean
  readonly deriveHitRate: boolean
  /** Items and skew of popularity where a hit rate is derived. */
  readonly catalogue: { readonly items: number; readonly zipf: number }
  readonly outlierEjection: boolean
  /** An option beyond the algorithms of the catalog: of two targets chosen by chance, the one with fewer requests. */
  readonly lb: 'power-of-two' | null
  /** Memory that one request takes, MB; 0: not known. */
  readonly footprintMB: number
  /** Rates of all clients together from a time on (scaled by each one's share), for a time. */
  readonly load: readonly LoadChange[]
  readonly faults: readonly PlannedFault[]
}

export interface LoadChange {
  readonly atS: number
  /** Infinity: to the end. */
  readonly forS: number
  readonly rps: number
}

export type PlannedFault = {
  readonly of: string
  readonly kind: 'outage' | 'slow' | 'cut' | 'cold' | 'breakdowns'
  readonly fromS: number
  readonly forS: number
  /** Of `slow`: times as long. */
  readonly factor: number
  readonly inFlight: 'resume' | 'fail'
  /** Of `breakdowns`: means. */
  readonly upS: number
  readonly downS: number
}
