/** A circuit breaker over a window of calls, as Resilience4j describes it. */
export interface Breaker {
  /** Calls that are remembered. */
  readonly window: number
  /** Fewer finished calls decide nothing. */
  readonly minimumCalls: number
  /** Opens at this share of failures among the remembered. */
  readonly failureShare: number
  readonly openMs: number
  /** Calls let through when half open; their failures decide. */
  readonly probes: number
  readonly initial: BreakerState
}

export type BreakerState = 'closed' | 'open' | 'half-open'
