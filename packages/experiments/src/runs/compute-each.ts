import type { Flow } from '@plimsoll/flow'
import type { ComputeInput } from './compute-input.ts'
import { Unfit } from './must-simulate.ts'
import type { PlanFault } from './plan.ts'
import type { DesignRun } from './simulate-design.ts'

interface Computing<T> extends Pick<DesignRun, 'name' | 'pool' | 'stop' | 'plan'> {
  readonly flows: readonly Flow[]
  /** What was found before, by what it was of; what is found is added. */
  readonly cache: Map<string, T>
  readonly onDone: (() => void) | undefined
  /** Takes what is found, each at the position of its flow: what it has by then is known where it is stopped. */
  readonly found?: T[]
}

/** Of each flow what a worker finds as a whole, as many at a time as there are workers; what has the same content only once. Throws Unfit or Stopped. */
export async function computeEach<T extends object>(
  what: ComputeInput['what'],
  { name, flows, plan, pool, stop, cache, onDone, found = [] }: Computing<T>,
): Promise<readonly T[]> {
  let next = 0
  const compute = async (flow: Flow): Promise<T> => {
    const input: ComputeInput = { what, name, flow, plan }
    const computed = (await pool.compute(input, stop)) as T | { readonly faults: readonly PlanFault[] }
    if ('faults' in computed) throw new Unfit(computed.faults)
    return computed
  }
  const work = async () => {
    for (let index = next++; index < flows.length; index = next++) {
      const flow = flows[index] as Flow
      const key = contentOf(flow, plan)
      const one = cache.get(key) ?? (await compute(flow))
      cache.set(key, one)
      found[index] = one
      onDone?.()
    }
  }
  await Promise.all(Array.from({ length: Math.min(pool.size, flows.length) }, work))
  return found
}

/** Where nothing lies in a group, places on the canvas make no difference. */
function contentOf({ nodes, edges, groups = [] }: Flow, plan: DesignRun['plan']): string {
  const parts = groups.length > 0 ? nodes : nodes.map(({ id, type, data }) => ({ id, type, data }))
  return JSON.stringify([parts, edges, groups, plan])
}
