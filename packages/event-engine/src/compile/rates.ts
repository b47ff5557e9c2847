import type { Rate } from '../model.ts'
import { lastUpTo } from '../rules/last-up-to.ts'
import type { LoadChange } from '../settings/schedule.ts'

const NEVER = Number.POSITIVE_INFINITY

export const steady = (rate: number): Rate => ({
  at: () => rate,
  changesAt: () => NEVER,
  isSteady: true,
  periodMs: 0,
  key: `${rate}`,
})

/** The mean from the beginning until a time, or over its first `mostPieces`. */
export function meanRate(rate: Rate, untilMs: number, mostPieces: number): number {
  if (rate.isSteady) return rate.at(0)
  let requests = 0
  let fromMs = 0
  for (let piece = 0; piece < mostPieces && fromMs < untilMs; piece += 1) {
    const endMs = Math.min(untilMs, rate.changesAt(fromMs))
    requests += rate.at(fromMs) * (endMs - fromMs)
    fromMs = endMs
  }
  return requests / fromMs
}

/** Requests from one time to another. */
export function requestsWithin(rate: Rate, fromMs: number, untilMs: number): number {
  let requests = 0
  for (let beginMs = fromMs; beginMs < untilMs; ) {
    const endMs = Math.min(untilMs, rate.changesAt(beginMs))
    requests += (rate.at(beginMs) * (endMs - beginMs)) / 1000
    beginMs = endMs
  }
  return requests
}

/** In steps of equal length. */
export const stepped = (stepMs: number, at: (step: number) => number): Omit<Rate, 'key'> => ({
  at: (timeMs) => at(Math.floor(timeMs / stepMs)),
  changesAt: (timeMs) => nextMultiple(timeMs, stepMs),
  isSteady: false,
  periodMs: 0,
})

/** The first multiple after a time, also where the quotient is rounded. */
function nextMultiple(timeMs: number, stepMs: number): number {
  const step = Math.floor(timeMs / stepMs) + 1
  return step * stepMs > timeMs ? step * stepMs : (step + 1) * stepMs
}

const ofRun = (rate: Rate, seed: number): Rate => rate.ofRun?.(seed) ?? rate

/** Both multiplied. While the first is 0, the second does not matter. */
export const product = (first: Rate, second: Rate): Rate => ({
  at: (timeMs) => first.at(timeMs) * second.at(timeMs),
  changesAt: (timeMs) => Math.min(first.changesAt(timeMs), first.at(timeMs) === 0 ? NEVER : second.changesAt(timeMs)),
  isSteady: first.isSteady && second.isSteady,
  periodMs: Math.max(first.periodMs, second.periodMs),
  ...((first.ofRun ?? second.ofRun) && { ofRun: (seed) => product(ofRun(first, seed), ofRun(second, seed)) }),
  key: `${first.key} × ${second.key}`,
})

/** The last change in effect, or else the base; `scale` times the rates of the changes. */
export function changedBy(base: Rate, load: readonly LoadChange[], scale: number): Rate {
  if (load.length === 0) return base
  const steps = stepsOf(load)
  const stepAt = (timeMs: number) => lastUpTo(steps.fromMs, timeMs)
  const changeAt = (timeMs: number) => steps.changes[stepAt(timeMs)] ?? null
  return {
    at: (timeMs) => {
      const change = changeAt(timeMs)
      return change === null ? base.at(timeMs) : change.rps * scale
    },
    changesAt: (timeMs) =>
      Math.min(steps.fromMs[stepAt(timeMs) + 1] ?? NEVER, changeAt(timeMs) === null ? base.changesAt(timeMs) : NEVER),
    isSteady: false,
    periodMs: base.periodMs,
    ...(base.ofRun && { ofRun: (seed) => changedBy(ofRun(base, seed), load, scale) }),
    key: `${base.key}, ${JSON.stringify(load)} × ${scale}`,
  }
}

interface Steps {
  readonly fromMs: readonly number[]
  /** Null: none is in effect. */
  readonly changes: readonly (LoadChange | null)[]
}

/** The change in effect from each time on; changes are in the order of their begin. */
function stepsOf(load: readonly LoadChange[]): Steps {
  const begins = new Map<number, LoadChange[]>()
  for (const change of load) begins.set(change.atS, [...(begins.get(change.atS) ?? []), change])
  const times = new Set(load.flatMap(({ atS, forS }) => [atS, atS + forS]))
  const sorted = [...times].filter(Number.isFinite).toSorted((a, b) => a - b)
  // A change that has ended is looked at when all that began after it have ended, too.
  const active: LoadChange[] = []
  const changes = sorted.map((atS) => {
    active.push(...(begins.get(atS) ?? []))
    for (let last = active.at(-1); last !== undefined && last.atS + last.forS <= atS; last = active.at(-1)) active.pop()
    return active.at(-1) ?? null
  })
  return { fromMs: sorted.map((atS) => atS * 1000), changes }
}
