interface Burst {
  /** Requests per second, outside of the burst. */
  readonly base: number
  /** Times as many, for `burstS` at the start of every cycle. */
  readonly factor: number
  readonly burstS: number
  readonly cycleS: number
  /** Requests per second that are served at most. */
  readonly capacity: number
}

/**
 * What waits when requests flow in bursts, without chance: the area between the rate and the capacity, from an empty start.
 * Infinity where it never ends.
 */
export function burstBacklog({ base, factor, burstS, cycleS, capacity }: Burst) {
  const maxBacklog = Math.max(0, base * factor - capacity) * burstS
  const meanPerSecond = (base * factor * burstS + base * (cycleS - burstS)) / cycleS
  const isBacklogged = maxBacklog > 0
  const endsAtAll = meanPerSecond <= capacity
  return {
    maxBacklog: isBacklogged && !endsAtAll ? Number.POSITIVE_INFINITY : maxBacklog,
    maxDelayMs: isBacklogged && !endsAtAll ? Number.POSITIVE_INFINITY : (1000 * maxBacklog) / capacity,
    /** Since the start of the burst. */
    clearedAtS: !isBacklogged ? 0 : endsAtAll ? burstS + maxBacklog / (capacity - base) : Number.POSITIVE_INFINITY,
    meanPerSecond,
  }
}
