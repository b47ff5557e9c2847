import type { Fault } from '../model.ts'
import type { PlannedFault } from '../settings/schedule.ts'
import type { EventSettings } from '../settings.ts'
import { MOST } from './amount.ts'
import type { CompileFault } from './compile-fault.ts'
import type { EventFlow } from './event-flow.ts'
import type { StationPlan } from './kinds/plan.ts'
import type { Parts, PlannedNode } from './parts.ts'
import { nodesInZone } from './zone.ts'

/** The faults of the settings, and random breakdowns where failure probabilities are rates. */
export function faultsOf(flow: EventFlow, parts: Parts, settings: EventSettings): readonly (Fault | CompileFault)[] {
  const scope: Scope = {
    flow,
    parts,
    nodesById: new Map(parts.nodes.map((node, position) => [node.id, { node, position }])),
    links: new Map(parts.edges.map(({ id }, position) => [id, position])),
  }
  const planned = settings.faults.flatMap((fault, index): readonly (Fault | CompileFault)[] => {
    const path = `simulation.faults.${index}`
    const struck = struckBy(fault, scope)
    if (struck === null) {
      const message = `names no ${WHAT[fault.by]} of this flow: ${JSON.stringify(fault.of)}`
      return [{ path: `${path}.${fault.by}`, message }]
    }
    const most = Math.max(0, ...struck.nodes.flatMap(({ node }) => node.plan.stations.map(mostInstances)))
    if (fault.instance !== null && fault.instance > most)
      return [{ path: `${path}.instance`, message: `must be at most ${most}, the number of instances` }]
    return [
      ...(OF_NODES[fault.kind]?.(fault, struck.nodes) ?? []),
      ...struck.links.flatMap((link) => OF_LINKS[fault.kind]?.(fault, link) ?? []),
    ].map((one) => ({ ...one, planned: index }))
  })
  return [...planned, ...(settings.failurePer === 'mtbf' ? byChance(parts) : [])]
}

const WHAT: Readonly<Record<PlannedFault['by'], string>> = { node: 'component', edge: 'connection', zone: 'group' }

interface Scope {
  readonly flow: EventFlow
  readonly parts: Parts
  readonly nodesById: ReadonlyMap<string, Struck>
  readonly links: ReadonlyMap<string, number>
}

interface Struck {
  readonly node: PlannedNode
  readonly position: number
}

/** What a fault is of: a zone's components, and the connections between them and the others. Null: nothing has that name. */
function struckBy({ of, by }: PlannedFault, { flow, parts, nodesById, links }: Scope) {
  if (by === 'node') {
    const node = nodesById.get(of)
    return node === undefined ? null : { nodes: [node], links: [] }
  }
  if (by === 'edge') {
    const link = links.get(of)
    return link === undefined ? null : { nodes: [], links: [link] }
  }
  const inside = nodesInZone(flow, of)
  if (inside === null) return null
  const isInside = (position: number) => inside.has(parts.nodes[position]?.at ?? -1)
  return {
    nodes: parts.nodes.flatMap((node, position) => (isInside(position) ? [{ node, position }] : [])),
    links: parts.edges.flatMap(({ source, target }, link) => (isInside(source) !== isInside(target) ? [link] : [])),
  }
}

const mostInstances = ({ instances, scaling }: StationPlan): number => Math.max(instances, scaling?.max ?? 0)

const span = ({ fromS, forS }: PlannedFault) => ({ fromMs: fromS * 1000, forMs: forS * 1000 })

type OfNodes = (fault: PlannedFault, struck: readonly Struck[]) => readonly Fault[]

const ofEach =
  (faultOf: (fault: PlannedFault, struck: Struck) => Fault): OfNodes =>
  (fault, struck) =>
    struck.map((one) => faultOf(fault, one))

const OF_NODES: Readonly<Partial<Record<PlannedFault['kind'], OfNodes>>> = {
  outage: ofEach((fault, { node: { plan }, position }) => {
    const { fromMs, forMs } = span(fault)
    const { mode, instance } = fault
    // Requests wait for any instance, so that none waits at one that is out.
    const inFlight = instance === null ? fault.inFlight : 'fail'
    const lastsMs = plan.staysDown ? Number.POSITIVE_INFINITY : plan.outageMs(forMs)
    return { kind: 'outage', node: position, instance, fromMs, forMs: lastsMs, inFlight, mode }
  }),
  slow: ofEach((fault, { position }) => ({ kind: 'slow', node: position, ...span(fault), factor: fault.factor })),
  cold: ofEach((fault, { position }) => {
    const { fromMs, forMs } = span(fault)
    // Without an end it is emptied once.
    return { kind: 'cold', node: position, fromMs, forMs: Number.isFinite(forMs) ? forMs : 0 }
  }),
  breakdowns: ({ upS, downS, inFlight }, struck) => {
    const [longest, ...others] = struck
      .map(({ node, position }) => ({ node: position, mostDownMs: node.plan.outageMs(MOST) }))
      .toSorted((one, other) => other.mostDownMs - one.mostDownMs)
    const means = { meanUpMs: upS * 1000, meanDownMs: downS * 1000 }
    return longest === undefined ? [] : [{ kind: 'breakdowns', ...longest, others, ...means, inFlight }]
  },
}

const OF_LINKS: Readonly<Partial<Record<PlannedFault['kind'], (fault: PlannedFault, link: number) => Fault>>> = {
  cut: (fault, link) => ({ kind: 'cut', link, ...span(fault), mode: fault.mode }),
  lose: (fault, link) => ({ kind: 'lose', link, ...span(fault), share: fault.share }),
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
            others: [],
            meanUpMs: 1000 / plan.failureProbability,
            meanDownMs: plan.staysDown ? MOST : plan.repairMs(),
            mostDownMs: MOST,
            inFlight: 'fail',
          },
        ],
  )
