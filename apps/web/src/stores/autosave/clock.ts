/** The time and timers, so that a test can bring its own. */
export interface Clock {
  /** In ms since 1970. */
  now(): number
  /** Calls `act` after so many ms; gives back how to cancel that. */
  after(ms: number, act: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** What `pending` resolves to, or `otherwise` when it has not resolved within so many ms or is rejected. */
export function within<T>(clock: Clock, ms: number, pending: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(otherwise))
    pending.then(resolve, () => resolve(otherwise)).finally(cancel)
  })
}
