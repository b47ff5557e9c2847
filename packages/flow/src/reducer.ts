import { defaultEdgeType, edgeKind, nodeKind, setProperty } from '@plimsoll/catalog'
import type { FlowChange } from './changes.ts'
import { createEdge } from './create.ts'
import {
  EMPTY_FLOW,
  type Ends,
  FLOW_LIMITS,
  type Flow,
  type FlowEdge,
  type FlowGroup,
  type FlowNode,
  GROUP_MINIMUM,
  NODE_MINIMUM,
  type Position,
} from './document.ts'
import { addSlide, changeSlide, moveSlide, removeSlide, slidesOf } from './slides.ts'

/**
 * Applies a change. Returns the same object when the change is refused (a duplicate edge, a value out of bounds, an
 * unknown id); unchanged parts keep their identity.
 */
export function applyChange(flow: Flow, change: FlowChange): Flow {
  const apply = REDUCERS[change.type] as (flow: Flow, change: FlowChange) => Flow
  return apply(flow, change)
}

/** Why an edge with these ends is refused, or null. `replacedId` is the edge that it would replace. */
export function connectionFault(flow: Flow, ends: Ends, replacedId?: string): 'missing' | 'self' | 'duplicate' | null {
  if (ends.source === ends.target) return 'self'
  const ids = idsOf(flow.nodes)
  if (!ids.has(ends.source) || !ids.has(ends.target)) return 'missing'
  return flow.edges.some((edge) => edge.id !== replacedId && sameEnds(edge, ends)) ? 'duplicate' : null
}

type Reducer<T extends FlowChange['type']> = (flow: Flow, change: Extract<FlowChange, { type: T }>) => Flow

const REDUCERS: { readonly [T in FlowChange['type']]: Reducer<T> } = {
  add: (flow, { node }) => REDUCERS.insert(flow, { type: 'insert', flow: { nodes: [node], edges: [] } }),

  insert: (flow, { flow: added }) => {
    const nodes = [...flow.nodes, ...added.nodes]
    const edges = [...flow.edges, ...added.edges]
    const groups = [...groupsOf(flow), ...groupsOf(added)]
    const fits =
      nodes.length <= FLOW_LIMITS.nodes && edges.length <= FLOW_LIMITS.edges && groups.length <= FLOW_LIMITS.groups
    const nodeIds = idsOf(nodes)
    const isDistinct =
      nodeIds.size === nodes.length && idsOf(edges).size === edges.length && idsOf(groups).size === groups.length
    const isWhole = added.edges.every(({ source, target }) => nodeIds.has(source) && nodeIds.has(target))
    return fits && isDistinct && isWhole ? withGroups({ ...flow, nodes, edges }, groups) : flow
  },

  move: (flow, { positions }) =>
    withNodes(flow, (node) => {
      const position = positions.get(node.id)
      return position === undefined ? node : withPosition(node, position)
    }),

  resize: (flow, { id, width, height, position }) =>
    withNodes(flow, (node) => {
      if (node.id !== id || !Number.isFinite(width) || !Number.isFinite(height)) return node
      const size = { width: Math.max(NODE_MINIMUM.width, width), height: Math.max(NODE_MINIMUM.height, height) }
      const resized = size.width === node.width && size.height === node.height ? node : { ...node, ...size }
      return position === undefined ? resized : withPosition(resized, position)
    }),

  remove: (flow, change) => {
    const nodeIds = new Set(change.nodes)
    const edgeIds = new Set(change.edges)
    const nodes = flow.nodes.filter((node) => !nodeIds.has(node.id))
    const edges = flow.edges.filter(
      (edge) => !edgeIds.has(edge.id) && !nodeIds.has(edge.source) && !nodeIds.has(edge.target),
    )
    const groupIds = new Set(change.groups)
    const groups = groupsOf(flow).filter(({ id }) => !groupIds.has(id))
    const before = groupsOf(flow).length
    if (nodes.length === flow.nodes.length && edges.length === flow.edges.length && groups.length === before)
      return flow
    const left = {
      ...flow,
      nodes: nodes.length === flow.nodes.length ? flow.nodes : nodes,
      edges: edges.length === flow.edges.length ? flow.edges : edges,
    }
    return groups.length === before ? left : withGroups(left, groups)
  },

  connect: (flow, { id, ends, kind }) => {
    const isTaken = flow.edges.some((edge) => edge.id === id)
    if (isTaken || flow.edges.length >= FLOW_LIMITS.edges || connectionFault(flow, ends) !== null) return flow
    const edge = createEdge(kind ?? defaultKind(flow, ends), { id, ends })
    return { ...flow, edges: [...flow.edges, edge] }
  },

  reconnect: (flow, { id, newId, ends }) => {
    const isTaken = flow.edges.some((edge) => edge.id === newId)
    if (isTaken || connectionFault(flow, ends, id) !== null) return flow
    return withEdge(flow, id, (edge) => {
      if (sameEnds(edge, ends)) return edge
      const { source, target, sourceHandle = null, targetHandle = null } = ends
      return { ...edge, id: newId, source, target, sourceHandle, targetHandle }
    })
  },

  'change-edge-kind': (flow, { ids, kind }) => {
    const chosen = new Set(ids)
    return withEdges(flow, (edge) =>
      chosen.has(edge.id) && edge.type !== kind ? createEdge(kind, { id: edge.id, ends: edge }) : edge,
    )
  },

  'set-property': (flow, { of, id, path, value }) =>
    of === 'node'
      ? withNode(flow, id, (node) => withProperty(node, nodeKind(node.type), path, value))
      : withEdge(flow, id, (edge) => withProperty(edge, edgeKind(edge.type), path, value)),

  'set-simulation': (flow, { name, value }) => {
    const { simulation = {}, ...rest } = flow
    if (simulation[name] === value) return flow
    const { [name]: _, ...others } = simulation
    const settings = value === undefined ? others : { ...others, [name]: value }
    return Object.keys(settings).length === 0 ? rest : { ...rest, simulation: settings }
  },

  'set-properties': (flow, { of, path, values }) => {
    if (of === 'node')
      return withNodes(flow, (node) =>
        values.has(node.id) ? withProperty(node, nodeKind(node.type), path, values.get(node.id)) : node,
      )
    return withEdges(flow, (edge) =>
      values.has(edge.id) ? withProperty(edge, edgeKind(edge.type), path, values.get(edge.id)) : edge,
    )
  },

  'add-group': (flow, { group }) => {
    const groups = groupsOf(flow)
    const isTaken = groups.some(({ id }) => id === group.id)
    if (isTaken || groups.length >= FLOW_LIMITS.groups || !isGroup(group)) return flow
    return withGroups(flow, [...groups, group])
  },

  'change-group': (flow, { id, to }) => {
    const groups = mapped(groupsOf(flow), (group) => {
      if (group.id !== id) return group
      const next = { ...group, ...to }
      return isGroup(next) && !isSameGroup(group, next) ? next : group
    })
    return groups === groupsOf(flow) ? flow : withGroups(flow, groups)
  },

  'add-slide': (flow, { slide }) => addSlide(flow, slide),

  'change-slide': (flow, { id, to }) => changeSlide(flow, id, to),

  'move-slide': (flow, { id, index }) => moveSlide(flow, id, index),

  'remove-slide': (flow, { id }) => removeSlide(flow, id),

  several: (flow, { changes }) => changes.reduce(applyChange, flow),

  clear: (flow) => {
    const count = flow.nodes.length + flow.edges.length + groupsOf(flow).length + slidesOf(flow).length
    return count === 0 ? flow : EMPTY_FLOW
  },

  load: (_, { flow }) => flow,
}

/** The flow's groups; empty when it has none. */
export const groupsOf = (flow: Flow): readonly FlowGroup[] => flow.groups ?? NO_GROUPS

const NO_GROUPS: readonly FlowGroup[] = []

function withGroups({ groups: _, ...flow }: Flow, groups: readonly FlowGroup[]): Flow {
  return groups.length === 0 ? flow : { ...flow, groups }
}

function isGroup({ label, position: { x, y }, width, height }: FlowGroup): boolean {
  const isLarge = width >= GROUP_MINIMUM.width && height >= GROUP_MINIMUM.height
  return label.length <= FLOW_LIMITS.groupLabel && [x, y, width, height].every(Number.isFinite) && isLarge
}

function isSameGroup(a: FlowGroup, b: FlowGroup): boolean {
  const isSamePosition = a.position.x === b.position.x && a.position.y === b.position.y
  return isSamePosition && a.label === b.label && a.width === b.width && a.height === b.height
}

const idsOf = (elements: readonly { readonly id: string }[]) => new Set(elements.map(({ id }) => id))

function withProperty<T extends FlowNode | FlowEdge>(
  element: T,
  kind: Parameters<typeof setProperty>[0],
  path: string,
  value: unknown,
): T {
  const edit = setProperty(kind, element.data as Readonly<Record<string, unknown>>, path, value)
  return edit.ok ? { ...element, data: edit.data } : element
}

/** The node at the position; the same object when it is there already or the position is not finite. */
function withPosition(node: FlowNode, { x, y }: Position): FlowNode {
  const isUnchanged = x === node.position.x && y === node.position.y
  return isUnchanged || !Number.isFinite(x) || !Number.isFinite(y) ? node : { ...node, position: { x, y } }
}

function withNodes(flow: Flow, change: (node: FlowNode) => FlowNode): Flow {
  const nodes = mapped(flow.nodes, change)
  return nodes === flow.nodes ? flow : { ...flow, nodes }
}

function withEdges(flow: Flow, change: (edge: FlowEdge) => FlowEdge): Flow {
  const edges = mapped(flow.edges, change)
  return edges === flow.edges ? flow : { ...flow, edges }
}

function withNode(flow: Flow, id: string, change: (node: FlowNode) => FlowNode): Flow {
  const nodes = withOne(flow.nodes, id, change)
  return nodes === flow.nodes ? flow : { ...flow, nodes }
}

function withEdge(flow: Flow, id: string, change: (edge: FlowEdge) => FlowEdge): Flow {
  const edges = withOne(flow.edges, id, change)
  return edges === flow.edges ? flow : { ...flow, edges }
}

/** `items` with this one changed, or `items` itself. Stops at the match, because a flow may get thousands of such changes at once. */
function withOne<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  change: (item: T) => T,
): readonly T[] {
  const index = items.findIndex((item) => item.id === id)
  const item = items[index]
  const next = item && change(item)
  return next === undefined || next === item ? items : items.with(index, next)
}

/** `items` mapped, or `items` itself when nothing changed. */
function mapped<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  const next = items.map(change)
  return next.every((item, index) => item === items[index]) ? items : next
}

function defaultKind(flow: Flow, ends: Ends) {
  const typeOf = (id: string) => flow.nodes.find((node) => node.id === id)?.type
  const [source, target] = [typeOf(ends.source), typeOf(ends.target)]
  return source === undefined || target === undefined ? 'default' : defaultEdgeType(source, target)
}

function sameEnds(a: Ends, b: Ends): boolean {
  return (
    a.source === b.source &&
    a.target === b.target &&
    (a.sourceHandle ?? null) === (b.sourceHandle ?? null) &&
    (a.targetHandle ?? null) === (b.targetHandle ?? null)
  )
}
