import { edgeKind, nodeKindLabel } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowGroup, FlowNode } from '@plimsoll/flow'
import type { Edge, Node, Position as Side } from '@xyflow/react'
import type { Selection } from '../../../stores/board.ts'
import { HANDLE } from '../core/editor.config.ts'
import { rectOf } from '../core/placement.ts'
import type { Box, Previewed } from '../core/previewed.ts'
import { type GroupNode, inGroupId } from './groups.ts'

/** By their values: the enum would bring the canvas library to screens that only draw. */
const [LEFT, RIGHT] = ['left' as Side.Left, 'right' as Side.Right]

export type CanvasNode = Node<{ readonly node: FlowNode }, 'card'>
export type GraphNode = CanvasNode | GroupNode
export type CanvasEdge = Edge<{ readonly edge: FlowEdge }, 'line'>

/** What of a graph was drawn from what; what is the same as before keeps its object, and is not drawn again. */
export function createGraph() {
  let nodes = new Map<string, ShownNode>()
  let edges = new Map<string, { from: FlowEdge; selected: boolean; name: string; shown: CanvasEdge }>()

  /** `groups`: the groups that nodes stand in. */
  function nodesOf(
    flow: Flow,
    selection: Selection,
    previewed: Previewed,
    groups: InnermostGroups = NO_GROUPS,
  ): CanvasNode[] {
    const selectedIds = new Set(selection.nodes)
    const next: typeof nodes = new Map()
    for (const node of flow.nodes) {
      const known = nodes.get(node.id)
      const selected = selectedIds.has(node.id)
      const box = previewed.get(node.id)
      const group = groups.get(node.id)?.id
      const same = known?.from === node && known.selected === selected && known.box === box && known.group === group
      next.set(node.id, same ? known : { from: node, selected, box, group, shown: toNode(node, selected, box, group) })
    }
    nodes = next
    return Array.from(next.values(), ({ shown }) => shown)
  }

  function edgesOf(flow: Flow, selection: Selection): CanvasEdge[] {
    const selectedIds = new Set(selection.edges)
    const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
    const next: typeof edges = new Map()
    for (const edge of flow.edges) {
      const known = edges.get(edge.id)
      const selected = selectedIds.has(edge.id)
      const name = edgeName(edge, labels)
      const same = known?.from === edge && known.selected === selected && known.name === name
      next.set(edge.id, same ? known : { from: edge, selected, name, shown: toEdge(edge, selected, name) })
    }
    edges = next
    return Array.from(next.values(), ({ shown }) => shown)
  }

  return { nodesOf, edgesOf }
}

interface ShownNode {
  readonly from: FlowNode
  readonly selected: boolean
  readonly box: Box | undefined
  readonly group: string | undefined
  readonly shown: CanvasNode
}

type InnermostGroups = ReadonlyMap<string, FlowGroup>
const NO_GROUPS: InnermostGroups = new Map()

/** What the canvas library says of every node, by the id of its text. */
const NODE_HELP_ID = 'react-flow__node-desc-1'

/** How a node is called: `Server: Orders`. */
export const nodeName = (node: FlowNode): string => `${nodeKindLabel(node.type)}: ${node.data.label}`

/** How a connection is called: `HTTP: Browser to Orders`. */
const edgeName = (edge: FlowEdge, labels: ReadonlyMap<string, string>): string =>
  `${edgeKind(edge.type).label}: ${labels.get(edge.source)} to ${labels.get(edge.target)}`

function toNode(node: FlowNode, selected: boolean, box: Box | undefined, group: string | undefined): CanvasNode {
  const { width, height, ...position } = rectOf({ ...node, ...box })
  const handle = { width: HANDLE.width, height: HANDLE.height, y: (height - HANDLE.height) / 2 }
  return {
    id: node.id,
    type: 'card',
    position,
    width,
    height,
    // Sizes and handles that are known need not be measured before connections can be drawn.
    measured: { width, height },
    handles: [
      { ...handle, type: 'target', position: LEFT, x: 0 },
      { ...handle, type: 'source', position: RIGHT, x: width - HANDLE.width },
    ],
    selected,
    data: { node },
    ariaLabel: nodeName(node),
    ...(group !== undefined && { domAttributes: { 'aria-describedby': `${inGroupId(group)} ${NODE_HELP_ID}` } }),
  }
}

function toEdge(edge: FlowEdge, selected: boolean, name: string): CanvasEdge {
  const { id, source, target } = edge
  return {
    id,
    type: 'line',
    source,
    target,
    // A node has one handle for what comes in and one for what goes out, whatever handles the edge names: others would not be found.
    sourceHandle: null,
    targetHandle: null,
    selected,
    // Its ends can be led elsewhere while it is selected: two more elements for each edge would slow down every pan.
    reconnectable: selected,
    data: { edge },
    ariaLabel: name,
    // Edges come before nodes in the page: Tab would pass all of them on its way to the first node. E steps through them.
    domAttributes: { tabIndex: -1 },
  }
}
