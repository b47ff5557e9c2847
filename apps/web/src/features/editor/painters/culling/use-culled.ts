import { useStore } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { type Area, type Bounds, cullArea, meets, stillCovers } from '../../core/cull-area.ts'
import { endsOf, isCurveInArea } from '../../core/edge-curve.ts'
import { UNCULLED_NODES } from '../../core/editor.config.ts'
import type { Rect } from '../../core/geometry.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { CanvasEdge, CanvasNode } from '../../scene/graph.ts'
import { useDirectDrag } from '../../state/direct-drag.ts'
import { useShownViewport } from '../../state/viewport.ts'
import { useInBatches } from './use-in-batches.ts'

interface Drawn {
  readonly cards: readonly CanvasNode[]
  readonly lines: readonly CanvasEdge[]
}

interface CullOptions extends Drawn {
  /** Whether the view is already the one of this board. */
  readonly isShown: boolean
}

/**
 * Of a large board, what is in the page: what is near the view, selected or carried. The canvas library could leave out what is not in
 * view, but does so in every frame, and a card that comes or goes has everything beside it painted anew; this happens in batches, once for
 * three tenths of the view. The library keeps knowing all cards, and the lines near the view.
 * Before the view is there nothing is: of a star all lines could begin where it happens to be.
 */
export function useCulled({ cards, lines, isShown }: CullOptions): { cards: CanvasNode[]; lines: CanvasEdge[] } {
  const [areaOf] = useState(createAreaOf)
  const [areaAtRest] = useState(createAreaAtRest)
  const area = useShownViewport(areaOf)
  const lineArea = useShownViewport(areaAtRest)
  const [hiddenOf] = useState(createHiddenNodes)
  const [sameLines] = useState(createSameEdges)
  const carried = useDirectDrag(({ ids }) => ids)
  const isWhole = cards.length <= UNCULLED_NODES
  const isBoxDrawn = useStore((state) => state.userSelectionActive)
  const near = useMemo(() => {
    if (isWhole) return [...cards]
    // To a box that moves the view, what is not in the page is not in it.
    const keepsSelected = isBoxDrawn || countSelected(cards) <= UNCULLED_NODES
    const isKept = ({ id, selected }: CanvasNode) => (keepsSelected && selected) || carried.has(id)
    const isNear = (card: CanvasNode) => isKept(card) || isNodeInArea(card, area)
    return cards.map((card) => (isShown && isNear(card) ? card : hiddenOf(card)))
  }, [cards, isWhole, isShown, isBoxDrawn, area, carried, hiddenOf])
  const nearLines = useMemo(() => {
    if (isWhole) return sameLines([...lines])
    if (!isShown) return sameLines([])
    const byId = new Map(cards.map((card) => [card.id, card]))
    return sameLines(
      lines.filter((line) => line.selected || isEdgeInArea(byId.get(line.source), byId.get(line.target), lineArea)),
    )
  }, [cards, lines, isWhole, isShown, lineArea, sameLines])
  return { cards: near, lines: useInBatches(nearLines) }
}

const countSelected = (cards: readonly CanvasNode[]): number =>
  cards.reduce((count, { selected }) => (selected ? count + 1 : count), 0)

/** The same area for as long as it serves. */
function createAreaOf() {
  let last: Area | null = null
  return (view: SizedViewport): Area => {
    const area = cullArea(view)
    if (!last || !stillCovers(last, area)) last = area
    return last
  }
}

/** The same, and no other one while the lines are a picture. */
function createAreaAtRest() {
  const areaOf = createAreaOf()
  let last: Area | null = null
  return (view: SizedViewport & { readonly isBitmapShown: boolean }): Area => {
    if (!last || !view.isBitmapShown) last = areaOf(view)
    return last
  }
}

/** The same list for as long as the same lines are in it: the library works out anew what a new one means. */
function createSameEdges() {
  let last: CanvasEdge[] = []
  return (lines: CanvasEdge[]): CanvasEdge[] => {
    if (lines.length !== last.length || lines.some((line, index) => line !== last[index])) last = lines
    return last
  }
}

/** The same card, known but not in the page; the same object for the same card. */
function createHiddenNodes() {
  const known = new WeakMap<CanvasNode, CanvasNode>()
  return (card: CanvasNode): CanvasNode => {
    const hidden = known.get(card) ?? { ...card, hidden: true }
    known.set(card, hidden)
    return hidden
  }
}

const rectOfNode = ({ position, width = 0, height = 0 }: CanvasNode): Rect => ({ ...position, width, height })

function isNodeInArea(card: CanvasNode, area: Bounds): boolean {
  const { x, y, width, height } = rectOfNode(card)
  return meets(x, x + width, area.left, area.right) && meets(y, y + height, area.top, area.bottom)
}

function isEdgeInArea(source: CanvasNode | undefined, target: CanvasNode | undefined, area: Area): boolean {
  return Boolean(source && target && isCurveInArea(endsOf(rectOfNode(source), rectOfNode(target)), area))
}
