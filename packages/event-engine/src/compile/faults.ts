import type { Fault } from '../model.ts'
import type { PlannedFault } from '../settings/schedule.ts'
import type { EventSettings } from '../settings.ts'
import { MOST } from './amount.ts'
import type { CompileFault } from './compile-fault.ts'
import type { Parts, PlannedNode } from './parts.ts'

/** The faults of the settings, and random breakdowns where failure probabilities are rates. */
export function faultsOf(parts: Parts, settings: EventSettings): readonly (Fault | CompileFault)[] {
  const nodesById = new Map(parts.nodes.map((node, position) => [node.id, { node, position }]))
  const links = new Map(parts.edges.map(({ id }, position) => [id, position]))
  const planned = settings.faults.map((fault, index): Fault | CompileFault => {
    const isLink = fault.kind === 'cut'
    const link = links.get(fault.of)
    const node = nodesById.get(fault.of)
    if (isLink && link !== undefined) return { kind: 'cut', link, ...span(fault) }
    if (!isLink && node !== undefined) return AS_PLANNED[fault.kind](fault, node)
    return {
      path: `simulation.faults.${index}.${isLink ? 'edge' : 'node'}`,
      message: `names no ${isLink ? 'connection' : 'component'} of this flow: ${JSON.stringify(fault.of)}`,
    }
  })
  return [...planned, ...(settings.failurePer === 'mtbf' ? byChance(parts) : [])]
}

interface Struck {
  readonly node: PlannedNode
  readonly position: number
}

const span = ({ fromS, forS }: PlannedFault) => ({ fromMs: fromS * 1000, forMs: forS * 1000 })

const AS_PLANNED: Readonly<
  Record<Exclude<PlannedFault['kind'], 'cut'>, (fault: PlannedFault, struck: Struck) => Fault>
> = {
  outage: (fault, { node: { plan }, position }) => {
    const { fromMs, forMs } = span(fault)
    const lastsMs = plan.staysDown ? Number.POSITIVE_INFINITY : Math.min(forMs, plan.outageMs())
    return { kind: 'outage', node: position, fromMs, forMs: lastsMs, inFlight: fault.inFlight }
  },
  slow: (fault, { position }) => ({ kind: 'slow', node: position, ...span(fault), factor: fault.factor }),
  cold: (fault, { position }) => ({ kind: 'cold', node: position, ...span(fault) }),
  breakdowns: ({ upS, downS, inFlight }, { position }) => ({
    kind: 'breakdowns',
    node: position,
    meanUpMs: upS * 1000,
    meanDownMs: downS * 1000,
    inFlight,
  }),
}

/** A failure probability read as a rate per second of the whole node. */
const byChance = ({ nodes }: Parts): readonly Fault[] =>
  nodes.flatMap(({ plan }, position) =>
    plan.failureProbability === 0
      ? []
      : [
          {
            kind: 'breakdowns',
            node: position,
            meanUpMs: 1000 / plan.failureProbability,
            meanDownMs: plan.staysDown ? MOST : plan.repairMs(),
            inFlight: 'fail',
          },
        ],
  )
