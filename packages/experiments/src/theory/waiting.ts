/** A queue with Poisson arrivals and an unlimited line, first come, first served. */
export interface Queue {
  readonly slots: number
  /** Squared coefficient of variation of the service times; other than 1 for one slot only. */
  readonly scv: number
}

interface LoadedQueue extends Queue {
  readonly perSecond: number
  readonly serviceMs: number
}

/**
 * Mean wait before the service, ms: Erlang's C for M/M/c, by the recursion of his B; for one slot the formula of Pollaczek and
 * Khinchine, M/G/1. Null where more arrives than can be served.
 */
export function meanWaitMs({ perSecond, serviceMs, slots, scv }: LoadedQueue): number | null {
  const offered = (perSecond * serviceMs) / 1000
  if (offered >= slots) return null
  let blocked = 1
  for (let count = 1; count <= slots; count += 1) blocked = (offered * blocked) / (count + offered * blocked)
  const waits = blocked / (1 - (offered / slots) * (1 - blocked))
  return ((waits * serviceMs) / (slots - offered)) * ((1 + scv) / 2)
}
