import type { Jitter, Retry } from '../model.ts'

export type RetryStrategy = 'Constant' | 'Linear' | 'Exponential' | 'Custom'

interface RetryPlan {
  readonly strategy: RetryStrategy
  /** The base b: the wait before the first retry. */
  readonly intervalMs: number
  readonly maxRetries: number
  /** No wait is longer. */
  readonly mostMs?: number
}

const WAIT: Readonly<Record<RetryStrategy, (base: number, index: number) => number>> = {
  Constant: (base) => base,
  Linear: (base, index) => base * (index + 1),
  Exponential: (base, index) => base * 2 ** index,
  Custom: (base, index) => base * 2 ** index,
}

/** Waits before the first, second, … retry, ms, before jitter: b, b(i + 1) or b·2^i. */
export const retryWaits = ({ strategy, intervalMs, maxRetries, mostMs = Number.POSITIVE_INFINITY }: RetryPlan) =>
  Array.from({ length: maxRetries }, (_, index) => Math.min(mostMs, WAIT[strategy](intervalMs, index)))

/** The jitter of a strategy, where a run asks for `jitter`: Custom always has full jitter. */
export const jitterOf = (strategy: RetryStrategy, jitter: Jitter): Jitter => (strategy === 'Custom' ? 'full' : jitter)

/**
 * A wait spread by chance, ms, as the AWS architecture blog names the ways ("Exponential Backoff And Jitter", 2015): full
 * from 0 to the wait, equal from half the wait to the wait, decorrelated from the first wait of the schedule (`waitMs`) to
 * three times the previous wait (at first the first wait again). `uniform` is a draw from [0, 1).
 */
export function jittered(waitMs: number, jitter: Jitter, uniform: number, previousMs: number): number {
  if (jitter === 'none') return waitMs
  if (jitter === 'full') return waitMs * uniform
  if (jitter === 'equal') return waitMs * (0.5 + 0.5 * uniform)
  return waitMs + uniform * Math.max(0, 3 * previousMs - waitMs)
}

/** The wait before retry number `index` (from 0), ms; `previousMs` is the one before it, which only decorrelated waits ask for. */
export function retryWaitMs({ waitsMs, jitter }: Retry, index: number, uniform: number, previousMs: number): number {
  const first = waitsMs[0] ?? 0
  if (jitter !== 'decorrelated') return jittered(waitsMs[index] ?? first, jitter, uniform, previousMs)
  return jittered(first, jitter, uniform, index === 0 ? first : previousMs)
}

/**
 * Mean wait before a retry, ms, where this share of the tries is tried again: later waits are rarer. A wait is linear in its draw and in
 * the wait before it, so that mean draws give its mean.
 */
export function meanRetryWaitMs(retry: Retry, triedAgain: number): number {
  let [sumMs, weights, weight, previousMs] = [0, 0, 1, retry.waitsMs[0] ?? 0]
  for (const index of retry.waitsMs.keys()) {
    previousMs = retryWaitMs(retry, index, 0.5, previousMs)
    sumMs += weight * previousMs
    weights += weight
    weight *= triedAgain
  }
  return weights > 0 ? sumMs / weights : 0
}
