import type { EventFlow } from './compile/event-flow.ts'
import { isSame } from './engine/edit/kept.ts'

/** What makes another flow of a flow, as plain data: what is not named stays. */
export interface FlowEdit extends Partial<Pick<EventFlow, 'groups' | 'simulation'>> {
  /** Parts that are new or other. */
  readonly nodes?: EventFlow['nodes']
  readonly edges?: EventFlow['edges']
  /** The ids of all parts in their order, where they are not the same. */
  readonly nodeIds?: readonly string[]
  readonly edgeIds?: readonly string[]
}

/** What makes `after` of `before`. Ids are unique in each. */
export function editBetween(before: EventFlow, after: EventFlow): FlowEdit {
  const isOther = (of: 'groups' | 'simulation') => !isSame(before[of] ?? null, after[of] ?? null)
  return {
    ...changes('nodes', 'nodeIds', before.nodes, after.nodes),
    ...changes('edges', 'edgeIds', before.edges, after.edges),
    ...(isOther('groups') && { groups: after.groups ?? [] }),
    ...(isOther('simulation') && { simulation: after.simulation ?? null }),
  }
}

interface Part {
  readonly id: string
}

function changes<T extends Part>(of: string, idsOf: string, before: readonly T[], after: readonly T[]) {
  const known = new Map(before.map((part) => [part.id, part]))
  const others = after.filter((part) => !isSame(known.get(part.id), part))
  const ids = after.map(({ id }) => id)
  const isInOrder = isSame(
    before.map(({ id }) => id),
    ids,
  )
  return { ...(others.length > 0 && { [of]: others }), ...(!isInOrder && { [idsOf]: ids }) }
}

/** The flow that an edit makes. */
export function editFlow(flow: EventFlow, { nodes, edges, nodeIds, edgeIds, groups, simulation }: FlowEdit): EventFlow {
  return {
    ...flow,
    nodes: changed(flow.nodes, nodes, nodeIds),
    edges: changed(flow.edges, edges, edgeIds),
    ...(groups !== undefined && { groups }),
    ...(simulation !== undefined && { simulation }),
  }
}

function changed<T extends Part>(
  before: readonly T[],
  others: readonly T[] = [],
  ids?: readonly string[],
): readonly T[] {
  const parts = new Map([...before, ...others].map((part) => [part.id, part]))
  return (ids ?? before.map(({ id }) => id)).flatMap((id) => parts.get(id) ?? [])
}
