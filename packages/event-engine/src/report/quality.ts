import type { RunOutcome } from '../outcome.ts'
import { relativeHalfWidth } from '../statistics/estimate.ts'
import { isWhole, RESPONSE_FIGURES, relaxationShare, WINDOWS } from '../statistics/response-figures.ts'
import type { RunEvidence } from './evidence.ts'
import type { Quality, ResponseReport } from './report.ts'
import { unendedOf } from './unended.ts'
import { settledAfterMs } from './warm-up.ts'

/** Half-width of a mean that is good enough to read, as a share of it. */
const NARROW = 0.02

interface Measured {
  readonly warmUpMs: number
  readonly response: ResponseReport
  readonly evidence: Pick<RunEvidence, 'reported' | 'reportedFromMs'>
}

/** How sure the figures are, and what would make them surer. */
export function qualityOf(outcomes: readonly RunOutcome[], { warmUpMs, response, evidence }: Measured): Quality {
  const requests = outcomes.reduce((sum, { requests: { completed, failed } }) => sum + completed + failed, 0)
  const arrived = outcomes.reduce((sum, { requests }) => sum + requests.arrived, 0)
  const relative = response.mean && relativeHalfWidth(response.mean)
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  return {
    seeds: outcomes.map(({ seed }) => seed),
    replications: outcomes.length,
    warmUpMs,
    measuredMs: outcomes[0]?.measuredMs ?? 0,
    settledAfterMs: settledAfterMs(outcomes),
    relaxationMs: isWhole(outcomes) ? relaxationShare(outcomes, WINDOWS.run) * durationMs : null,
    responsesFromMs: evidence.reportedFromMs,
    responses: evidence.reported.reduce((sum, { count }) => sum + count, 0),
    withheld: RESPONSE_FIGURES.filter((figure) => response[figure] === null),
    requests,
    unendedShare: arrived > 0 ? Math.min(1, unendedOf(outcomes) / arrived) : 0,
    events: outcomes.reduce((sum, { events }) => sum + events, 0),
    relativeHalfWidth: relative,
    // The interval narrows with the square root of what is measured.
    moreRequestsFor2Percent:
      relative === null ? null : Math.max(0, Math.ceil(requests * (relative / NARROW) ** 2 - requests)),
    endedEarly: outcomes.flatMap(({ seed, endedEarly }) => (endedEarly === null ? [] : [{ seed, reason: endedEarly }])),
  }
}
