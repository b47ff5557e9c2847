import { edgeKind, nodeKindLabel } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowGroup, FlowNode } from '@plimsoll/flow'
import { type Edge, type Node, Position as Side } from '@xyflow/react'
import type { Selection } from '../../../stores/board.ts'
import { HANDLE } from '../core/editor.config.ts'
import { rectOf } from '../core/placement.ts'
import type { Box, Previewed } from '../core/previewed.ts'
import { type GroupNode, inGroupId } from './groups.ts'

export type CanvasNode = Node<{ readonly node: FlowNode }, 'card'>
export type GraphNode = CanvasNode | GroupNode
export type CanvasEdge = Edge<{ readonly edge: FlowEdge }, 'line'>

/** What of a graph was drawn from what; what is the same as before keeps its object, and is not drawn again. */
export function createGraph() {
  let cards = new Map<string, ShownNode>()
  let lines = new Map<string, { from: FlowEdge; selected: boolean; name: string; line: CanvasEdge }>()

  /** `homes`: the groups that cards stand in. */
  function nodesOf(
    flow: Flow,
    selection: Selection,
    moving: Previewed,
    homes: InnermostGroups = NO_GROUPS,
  ): CanvasNode[] {
    const selectedIds = new Set(selection.nodes)
    const next: typeof cards = new Map()
    for (const node of flow.nodes) {
      const known = cards.get(node.id)
      const selected = selectedIds.has(node.id)
      const box = moving.get(node.id)
      const home = homes.get(node.id)?.id
      const same = known?.from === node && known.selected === selected && known.box === box && known.home === home
      next.set(node.id, same ? known : { from: node, selected, box, home, card: toNode(node, selected, box, home) })
    }
    cards = next
    return Array.from(next.values(), ({ card }) => card)
  }

  function edgesOf(flow: Flow, selection: Selection): CanvasEdge[] {
    const selectedIds = new Set(selection.edges)
    const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
    const next: typeof lines = new Map()
    for (const edge of flow.edges) {
      const known = lines.get(edge.id)
      const selected = selectedIds.has(edge.id)
      const name = edgeName(edge, labels)
      const same = known?.from === edge && known.selected === selected && known.name === name
      next.set(edge.id, same ? known : { from: edge, selected, name, line: toEdge(edge, selected, name) })
    }
    lines = next
    return Array.from(next.values(), ({ line }) => line)
  }

  return { cardsOf: nodesOf, linesOf: edgesOf }
}

interface ShownNode {
  readonly from: FlowNode
  readonly selected: boolean
  readonly box: Box | undefined
  readonly home: string | undefined
  readonly card: CanvasNode
}

type InnermostGroups = ReadonlyMap<string, FlowGroup>
const NO_GROUPS: InnermostGroups = new Map()

/** What the canvas library says of every card, by the id of its text. */
const NODE_HELP_ID = 'react-flow__node-desc-1'

/** How a card is called: `Server: Orders`. */
export const nodeName = (node: FlowNode): string => `${nodeKindLabel(node.type)}: ${node.data.label}`

/** How a connection is called: `HTTP: Browser to Orders`. */
const edgeName = (edge: FlowEdge, labels: ReadonlyMap<string, string>): string =>
  `${edgeKind(edge.type).label}: ${labels.get(edge.source)} to ${labels.get(edge.target)}`

function toNode(node: FlowNode, selected: boolean, box: Box | undefined, home: string | undefined): CanvasNode {
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
      { ...handle, type: 'target', position: Side.Left, x: 0 },
      { ...handle, type: 'source', position: Side.Right, x: width - HANDLE.width },
    ],
    selected,
    data: { node },
    ariaLabel: nodeName(node),
    ...(home !== undefined && { domAttributes: { 'aria-describedby': `${inGroupId(home)} ${NODE_HELP_ID}` } }),
  }
}

function toEdge(edge: FlowEdge, selected: boolean, name: string): CanvasEdge {
  const { id, source, target } = edge
  return {
    id,
    type: 'line',
    source,
    target,
    // A card has one handle for what comes in and one for what goes out, whatever handles the edge names: others would not be found.
    sourceHandle: null,
    targetHandle: null,
    selected,
    // Its ends can be led elsewhere while it is selected: two more elements for each line would slow down every pan.
    reconnectable: selected,
    data: { edge },
    ariaLabel: name,
    // Lines come before cards in the page: Tab would pass all of them on its way to the first card. E steps through them.
    domAttributes: { tabIndex: -1 },
  }
}
