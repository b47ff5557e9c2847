import type { CompiledCore } from '@plimsoll/event-engine'
import type { PlanFault } from '../runs/plan.ts'
import { createPoolHere } from '../runs/pool-here.ts'
import type { DesignRun } from '../runs/simulate-design.ts'
import type { CapacityInterval } from './capacity-report.ts'
import { findCapacity } from './find-capacity.ts'

/** The highest load that meets all objectives, rps; null with the reason where there is none. */
export interface FoundLoad {
  readonly capacity: CapacityInterval | null
  readonly refusal: string | null
  readonly objectives: readonly string[]
}

/** Events that a load of one of many searches may take: their loads have common random numbers, so that differences are known better than each. */
export const FEW_EVENTS = 200_000

/** What a worker finds of one flow. */
export async function capacityHere(
  run: Pick<DesignRun, 'name' | 'flow' | 'plan'>,
  core: CompiledCore | null,
): Promise<FoundLoad | { readonly faults: readonly PlanFault[] }> {
  const found = await findCapacity({ ...run, pool: createPoolHere(core), mostEvents: FEW_EVENTS, hasCurve: false })
  if (!found.ok) return found
  const { capacityRps: capacity, sentence, objectives } = found.capacity
  return { capacity, refusal: capacity?.mean == null ? sentence : null, objectives }
}
