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

/**
 * A breaker in use, after Resilience4j's CircuitBreaker with a window of counts: closed, it remembers the latest outcomes and
 * opens at the failure share, once there are enough of them; open, it stops every call until its time is over; the first call after
 * that makes it half open, and it lets the probes through, whose own failure share opens it again or closes it with nothing
 * remembered. An outcome counts in the state that it comes back to; one that comes back to an open breaker counts nowhere.
 */
export class CircuitBreaker {
  /** As of the last call or outcome: an open one whose time is over stays open until a call asks. */
  state: BreakerState
  private config: Breaker
  /** 1 for a failure, in a ring. */
  private outcomes: Uint8Array
  private next = 0
  private calls = 0
  private failures = 0
  private probesLeft: number
  private opensUntilMs: number

  constructor(config: Breaker, nowMs = 0) {
    this.config = config
    this.outcomes = new Uint8Array(config.window)
    this.state = config.initial
    this.probesLeft = config.probes
    this.opensUntilMs = nowMs + config.openMs
  }

  /** Follows other settings from now on: it keeps its state, the time until which it is open, and the outcomes that it has room for. */
  follow(config: Breaker): void {
    this.probesLeft = Math.max(0, this.probesLeft + config.probes - this.config.probes)
    this.config = config
    if (this.state !== 'closed' || config.window === this.outcomes.length) {
      if (this.state !== 'closed') this.outcomes = new Uint8Array(config.window)
      return
    }
    const inOrder = [...this.outcomes.subarray(this.next), ...this.outcomes.subarray(0, this.next)].slice(-this.calls)
    const kept = this.calls === 0 ? [] : inOrder.slice(-config.window)
    this.outcomes = new Uint8Array(config.window)
    this.calls = this.failures = this.next = 0
    for (const outcome of kept) this.remember(outcome)
  }

  private get needed(): number {
    return Math.min(this.config.minimumCalls, this.config.window)
  }

  private get neededProbes(): number {
    return Math.min(this.config.minimumCalls, this.config.probes)
  }

  /** Whether a call may begin at `nowMs`; one that may is expected to report its outcome. */
  allows(nowMs: number): boolean {
    if (this.state === 'closed') return true
    if (this.state === 'open') {
      if (nowMs < this.opensUntilMs) return false
      this.change('half-open')
    }
    if (this.probesLeft === 0) return false
    this.probesLeft -= 1
    return true
  }

  /** A call that was let through has ended. */
  record(failed: boolean, nowMs: number): void {
    if (this.state === 'closed') {
      this.remember(failed ? 1 : 0)
      if (this.calls >= this.needed && this.hasFailedTooOften()) this.open(nowMs)
    } else if (this.state === 'half-open') {
      this.calls += 1
      if (failed) this.failures += 1
      if (this.calls < this.neededProbes) return
      if (this.hasFailedTooOften()) this.open(nowMs)
      else this.change('closed')
    }
  }

  /** A call that was let through will never end: another one may take its place among the probes. */
  free(): void {
    this.probesLeft = Math.min(this.config.probes, this.probesLeft + 1)
  }

  private remember(outcome: number): void {
    const { outcomes } = this
    if (this.calls === outcomes.length) this.failures -= outcomes[this.next] ?? 0
    else this.calls += 1
    outcomes[this.next] = outcome
    this.failures += outcome
    this.next = this.next + 1 === outcomes.length ? 0 : this.next + 1
  }

  private hasFailedTooOften(): boolean {
    return this.failures / this.calls >= this.config.failureShare
  }

  private open(nowMs: number): void {
    this.opensUntilMs = nowMs + this.config.openMs
    this.change('open')
  }

  private change(to: BreakerState): void {
    this.state = to
    this.calls = 0
    this.failures = 0
    this.next = 0
    this.probesLeft = this.config.probes
  }
}
