import { BASE_FAILURE_PER_SECOND, CONGESTION, LIFETIME_MS, OVERLOAD } from '@plimsoll/live-engine'
import { FAILURE_REASONS, type FailureReason } from '@plimsoll/simulation'
import { measure, percent } from '../elements/number-text.ts'
import { Facts, Section } from '../elements/section.tsx'

const CAUSES = {
  'Timeout - exceeded maximum lifetime': `The request is older than ${measure(LIFETIME_MS / 1000, 's')}.`,
  'Exceeded maximum retry attempts': 'It has more retries than its client allows.',
  'Current node not found': 'The node that it is at was deleted.',
  'Node overload': `It arrived at a node above its threshold, and was among the ${percent(OVERLOAD.failureChance)} that are turned away.`,
  'Random node failure': `The failure probability of the node came true; ${percent(BASE_FAILURE_PER_SECOND)} per second at a client, which has no such property.`,
  'Next node not found':
    'No way leads on to its destination, or there is none for such a request, and its client does not retry on error.',
  'Next edge not found':
    'The connection to the chosen node was deleted during the visit, and its client does not retry on error.',
  'Network congestion': `It set out over a connection above ${percent(CONGESTION.above)} utilization, and was among the ${percent(CONGESTION.failureChance)} that are lost.`,
  'Edge Failure Probability': 'The failure probability of the connection came true.',
} as const satisfies Record<FailureReason, string>

/** The reasons in the panel's error analysis. */
export function Failures() {
  return (
    <Section id="failures" title="Why requests fail">
      <p>The nine reasons that the panel names, in the order in which they are looked for.</p>
      <Facts facts={FAILURE_REASONS.map((reason) => ({ key: reason, name: reason, text: CAUSES[reason] }))} />
    </Section>
  )
}
