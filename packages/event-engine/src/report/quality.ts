import type { RunOutcome } from '../outcome.ts'
import type { Estimate, Quality } from './report.ts'
import { settledAfterMs } from './warm-up.ts'

/** Half-width of a mean that is good enough to read, as a share of it. */
const NARROW = 0.02

interface Measured {
  readonly warmUpMs: number
  readonly mean: Estimate
}

/** How sure the figures are, and what would make them surer. */
export function qualityOf(outcomes: readonly RunOutcome[], { warmUpMs, mean }: Measured): Quality {
  const requests = outcomes.reduce((sum, { requests: { completed, failed } }) => sum + completed + failed, 0)
  const relative = mean?.halfWidth != null && mean.mean > 0 ? mean.halfWidth / mean.mean : null
  return {
    seeds: outcomes.map(({ seed }) => seed),
    replications: outcomes.length,
    warmUpMs,
    measuredMs: outcomes[0]?.measuredMs ?? 0,
    settledAfterMs: settledAfterMs(outcomes),
    requests,
    events: outcomes.reduce((sum, { events }) => sum + events, 0),
    relativeHalfWidth: relative,
    // The interval narrows with the square root of what is measured.
    moreRequestsFor2Percent:
      relative === null ? null : Math.max(0, Math.ceil(requests * (relative / NARROW) ** 2 - requests)),
    endedEarly: outcomes.flatMap(({ seed, endedEarly }) => (endedEarly === null ? [] : [{ seed, reason: endedEarly }])),
  }
}
