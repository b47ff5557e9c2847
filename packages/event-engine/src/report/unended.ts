import { meanOf } from '../measure/histogram.ts'
import type { RunOutcome } from '../outcome.ts'

/**
 * How many requests were under way at the end of the runs, beyond the arrivals times the mean response time of those that completed
 * (Little's law): requests that hang, or that a backlog keeps.
 */
export function unendedOf(outcomes: readonly RunOutcome[]): number {
  const beyond = outcomes.map(({ requests: { arrived, response, inFlightAtEnd }, measuredMs }) => {
    const meanMs = response.count > 0 ? meanOf(response) : 0
    return inFlightAtEnd - (arrived / measuredMs) * meanMs
  })
  return Math.max(
    0,
    beyond.reduce((sum, one) => sum + one, 0),
  )
}
