import { useStore as useCanvasStore } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type Area, type Bounds, cullArea, meets, stillCovers } from '../../core/cull-area.ts'
import { endsOf, isCurveInArea } from '../../core/edge-ends.ts'
import { UNCULLED_NODES } from '../../core/editor.config.ts'
import type { Rect } from '../../core/geometry.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { CanvasEdge, CanvasNode } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { useInBatches } from './use-in-batches.ts'

interface Drawn {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
}

interface CullOptions extends Drawn {
  /** Whether the viewport is already the one of this board. */
  readonly isShown: boolean
}

/**
 * Of a large flow, what is in the page: what is near the viewport, selected or carried. The canvas library could leave out what is not in
 * view, but does so in every frame, and a node that comes or goes has everything beside it painted anew; this happens in batches, once for
 * three tenths of the viewport. The library keeps knowing all nodes, and the edges near the viewport.
 * Before the viewport is there nothing is: of a star all edges could begin where it happens to be.
 */
export function useCulled({ nodes, edges, isShown }: CullOptions): { nodes: CanvasNode[]; edges: CanvasEdge[] } {
  const session = useEditorSession()
  const [areaOf] = useState(createAreaOf)
  const [areaAtRest] = useState(createAreaAtRest)
  const area = useStore(session.viewport, areaOf)
  const edgeArea = useStore(session.viewport, areaAtRest)
  const [hiddenOf] = useState(createHiddenNodes)
  const [sameEdges] = useState(createSameEdges)
  const dragged = useStore(session.directDrag, ({ ids }) => ids)
  const isWhole = nodes.length <= UNCULLED_NODES
  const isBoxDrawn = useCanvasStore((state) => state.userSelectionActive)
  const near = useMemo(() => {
    if (isWhole) return [...nodes]
    // To a box that moves the viewport, what is not in the page is not in it.
    const keepsSelected = isBoxDrawn || countSelected(nodes) <= UNCULLED_NODES
    const isKept = ({ id, selected }: CanvasNode) => (keepsSelected && selected) || dragged.has(id)
    const isNear = (node: CanvasNode) => isKept(node) || isNodeInArea(node, area)
    return nodes.map((node) => (isShown && isNear(node) ? node : hiddenOf(node)))
  }, [nodes, isWhole, isShown, isBoxDrawn, area, dragged, hiddenOf])
  const nearEdges = useMemo(() => {
    if (isWhole) return sameEdges([...edges])
    if (!isShown) return sameEdges([])
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return sameEdges(
      edges.filter((edge) => edge.selected || isEdgeInArea(byId.get(edge.source), byId.get(edge.target), edgeArea)),
    )
  }, [nodes, edges, isWhole, isShown, edgeArea, sameEdges])
  return { nodes: near, edges: useInBatches(nearEdges) }
}

const countSelected = (nodes: readonly CanvasNode[]): number =>
  nodes.reduce((count, { selected }) => (selected ? count + 1 : count), 0)

/** The same area for as long as it serves. */
function createAreaOf() {
  let last: Area | null = null
  return (viewport: SizedViewport): Area => {
    const area = cullArea(viewport)
    if (!last || !stillCovers(last, area)) last = area
    return last
  }
}

/** The same, and no other one while the edges are a picture. */
function createAreaAtRest() {
  const areaOf = createAreaOf()
  let last: Area | null = null
  return (viewport: SizedViewport & { readonly isBitmapShown: boolean }): Area => {
    if (!last || !viewport.isBitmapShown) last = areaOf(viewport)
    return last
  }
}

/** The same list for as long as the same edges are in it: the library works out anew what a new one means. */
function createSameEdges() {
  let last: CanvasEdge[] = []
  return (edges: CanvasEdge[]): CanvasEdge[] => {
    if (edges.length !== last.length || edges.some((edge, index) => edge !== last[index])) last = edges
    return last
  }
}

/** The same node, known but not in the page; the same object for the same node. */
function createHiddenNodes() {
  const known = new WeakMap<CanvasNode, CanvasNode>()
  return (node: CanvasNode): CanvasNode => {
    const hidden = known.get(node) ?? { ...node, hidden: true }
    known.set(node, hidden)
    return hidden
  }
}

const rectOfNode = ({ position, width = 0, height = 0 }: CanvasNode): Rect => ({ ...position, width, height })

function isNodeInArea(node: CanvasNode, area: Bounds): boolean {
  const { x, y, width, height } = rectOfNode(node)
  return meets(x, x + width, area.left, area.right) && meets(y, y + height, area.top, area.bottom)
}

function isEdgeInArea(source: CanvasNode | undefined, target: CanvasNode | undefined, area: Area): boolean {
  return Boolean(source && target && isCurveInArea(endsOf(rectOfNode(source), rectOfNode(target)), area))
}
