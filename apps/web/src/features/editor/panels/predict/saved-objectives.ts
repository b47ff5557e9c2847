import { planOf, readObjective } from '@plimsoll/experiments'
import type { Flow } from '@plimsoll/flow'

/** The usual ones, to begin with. */
export const OBJECTIVE_TEMPLATES = [
  'p99 < 250 ms',
  'p95 < 100 ms',
  'mean < 50 ms',
  'errorRate < 0.1 %',
  'throughput > 1000 rps',
  'delay.p99 < 5 s',
  'messageLoss < 1 %',
] as const

/** What is wrong with an objective for this design; null: nothing. */
export function objectiveFault(flow: Flow, text: string): string | null {
  const read = readObjective(text)
  if (typeof read === 'string') return read
  const { faults } = planOf({ ...flow, simulation: { objectives: [text] } })
  return faults[0]?.message ?? null
}
