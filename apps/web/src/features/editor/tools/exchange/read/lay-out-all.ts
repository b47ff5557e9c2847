import { type Flow, type FlowGroup, GROUP_MINIMUM, groupsOf, type Position } from '@plimsoll/flow'
import { PLACING_GAP } from '../../../core/editor.config.ts'
import { onGrid, type Rect } from '../../../core/geometry.ts'
import { groupAround } from '../../../core/group-rectangle.ts'
import { isFew, layOutPlan } from '../../../core/layout/lay-out.ts'
import type { Plan, PlannedNode } from '../../../core/layout/plan.ts'
import { rectOf } from '../../../core/placement.ts'

interface NestedFlow {
  readonly flow: Flow
  /** The group that a component or a group belongs in, by id; without circles. */
  readonly parents: ReadonlyMap<string, string>
}

type Link = Plan['edges'][number]

const ORIGIN: Position = { x: 0, y: 0 }

/** The flow with a place for everything: each group's content by itself, from the inside out, then the groups among the nodes. */
export function layOutAll({ flow, parents }: NestedFlow): Flow {
  const inside = childrenOf(flow, parents)
  const links = linksByContainer(flow, parents)
  const isOneOfMany = !isFew(flow.nodes.length, flow.edges.length)
  const positions = new Map<string, Position>()
  const rectangles = new Map<string, Pick<FlowGroup, 'position' | 'width' | 'height'>>()

  /** Places what stands directly in a group, or on the canvas, from any origin. */
  function fill(container?: string): Rect[] {
    const { nodes, groups } = inside.get(container) ?? NOTHING
    const children = [
      ...nodes.map((node) => ({ id: node.id, ...rectOf(node) })),
      ...groups.map(({ id }) => rectangleOf(id)),
    ]
    const ownLinks = links.get(container) ?? []
    const corners = layOutPlan({ nodes: children, edges: ownLinks, gap: PLACING_GAP, keepsOrder: false, isOneOfMany })
    for (const [id, corner] of corners) positions.set(id, onGrid(corner))
    return children.map((child) => ({ ...child, ...positions.get(child.id) }))
  }

  function rectangleOf(id: string): PlannedNode {
    const rects = fill(id)
    const rectangle =
      rects.length > 0 ? groupAround(rects, { ...ORIGIN, ...GROUP_MINIMUM }) : { position: ORIGIN, ...GROUP_MINIMUM }
    rectangles.set(id, rectangle)
    return { id, ...ORIGIN, width: rectangle.width, height: rectangle.height }
  }

  fill()
  const absolute = (id: string): Position => {
    const own = positions.get(id) ?? ORIGIN
    const parent = parents.get(id)
    if (parent === undefined) return own
    const outer = absolute(parent)
    const inner = rectangles.get(parent)?.position ?? ORIGIN
    return { x: outer.x + own.x - inner.x, y: outer.y + own.y - inner.y }
  }
  const nodes = flow.nodes.map((node) => ({ ...node, position: absolute(node.id) }))
  const groups = groupsOf(flow).map((group) => ({
    ...group,
    ...rectangles.get(group.id),
    position: absolute(group.id),
  }))
  return { ...flow, nodes, ...(groups.length > 0 && { groups }) }
}

interface Content {
  readonly nodes: Flow['nodes'][number][]
  readonly groups: FlowGroup[]
}

const NOTHING: Content = { nodes: [], groups: [] }

/** What stands directly in each group; under `undefined`, what stands in none. */
function childrenOf(flow: Flow, parents: NestedFlow['parents']): ReadonlyMap<string | undefined, Content> {
  const inside = new Map<string | undefined, Content>()
  const contentOf = (id: string | undefined) => {
    const content = inside.get(id) ?? { nodes: [], groups: [] }
    inside.set(id, content)
    return content
  }
  for (const node of flow.nodes) contentOf(parents.get(node.id)).nodes.push(node)
  for (const group of groupsOf(flow)) contentOf(parents.get(group.id)).groups.push(group)
  return inside
}

/** Each connection as a line between the two that part its ends: nodes, or groups placed as one, under the group that holds both; each line once. */
function linksByContainer({ edges }: Flow, parents: NestedFlow['parents']): ReadonlyMap<string | undefined, Link[]> {
  const pathTo = (id: string): string[] => {
    const path = [id]
    for (let outer = parents.get(id); outer !== undefined; outer = parents.get(outer)) path.unshift(outer)
    return path
  }
  const links = new Map<string | undefined, Map<string, Link>>()
  for (const { source, target } of edges) {
    const [from, to] = [pathTo(source), pathTo(target)]
    const parting = from.findIndex((id, index) => id !== to[index])
    const [a, b] = [from[parting], to[parting]]
    if (a === undefined || b === undefined) continue
    const container = from[parting - 1]
    const known = links.get(container) ?? new Map<string, Link>()
    links.set(container, known.set(JSON.stringify([a, b]), [a, b]))
  }
  return new Map([...links].map(([container, byPair]) => [container, [...byPair.values()]]))
}
