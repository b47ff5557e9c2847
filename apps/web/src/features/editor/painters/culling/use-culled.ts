import { useStore } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { type Area, areaInView, type Bounds, coversView, meets } from '../../core/cull-area.ts'
import { endsOf, isCurveInArea } from '../../core/edge-curve.ts'
import { WHOLE_BOARD_CARDS } from '../../core/editor.config.ts'
import type { Rect } from '../../core/geometry.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { CardNode, LineEdge } from '../../scene/graph.ts'
import { useCarried } from '../../state/direct-drag.ts'
import { useShownViewport } from '../../state/viewport.ts'
import { useInTurn } from './use-in-batches.ts'

interface Drawn {
  readonly cards: readonly CardNode[]
  readonly lines: readonly LineEdge[]
}

interface NearViewOptions extends Drawn {
  /** Whether the view is already the one of this board. */
  readonly isShown: boolean
}

/**
 * Of a large board, what is in the page: what is near the view, selected or carried. The canvas library could leave out what is not in
 * view, but does so in every frame, and a card that comes or goes has everything beside it painted anew; this happens in batches, once for
 * three tenths of the view. The library keeps knowing all cards, and the lines near the view.
 * Before the view is there nothing is: of a star all lines could begin where it happens to be.
 */
export function useNearView({ cards, lines, isShown }: NearViewOptions): { cards: CardNode[]; lines: LineEdge[] } {
  const [areaOf] = useState(createAreaOf)
  const [areaAtRest] = useState(createAreaAtRest)
  const area = useShownViewport(areaOf)
  const lineArea = useShownViewport(areaAtRest)
  const [hiddenOf] = useState(createHiddenCards)
  const [sameLines] = useState(createSameLines)
  const carried = useCarried(({ ids }) => ids)
  const isWhole = cards.length <= WHOLE_BOARD_CARDS
  const isBoxDrawn = useStore((state) => state.userSelectionActive)
  const near = useMemo(() => {
    if (isWhole) return [...cards]
    // To a box that moves the view, what is not in the page is not in it.
    const keepsSelected = isBoxDrawn || countSelected(cards) <= WHOLE_BOARD_CARDS
    const isKept = ({ id, selected }: CardNode) => (keepsSelected && selected) || carried.has(id)
    const isNear = (card: CardNode) => isKept(card) || isCardInArea(card, area)
    return cards.map((card) => (isShown && isNear(card) ? card : hiddenOf(card)))
  }, [cards, isWhole, isShown, isBoxDrawn, area, carried, hiddenOf])
  const nearLines = useMemo(() => {
    if (isWhole) return sameLines([...lines])
    if (!isShown) return sameLines([])
    const byId = new Map(cards.map((card) => [card.id, card]))
    return sameLines(
      lines.filter((line) => line.selected || isLineInArea(byId.get(line.source), byId.get(line.target), lineArea)),
    )
  }, [cards, lines, isWhole, isShown, lineArea, sameLines])
  return { cards: near, lines: useInTurn(nearLines) }
}

const countSelected = (cards: readonly CardNode[]): number =>
  cards.reduce((count, { selected }) => (selected ? count + 1 : count), 0)

/** The same area for as long as it serves. */
function createAreaOf() {
  let last: Area | null = null
  return (view: SizedViewport): Area => {
    const area = areaInView(view)
    if (!last || !coversView(last, area)) last = area
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
function createSameLines() {
  let last: LineEdge[] = []
  return (lines: LineEdge[]): LineEdge[] => {
    if (lines.length !== last.length || lines.some((line, index) => line !== last[index])) last = lines
    return last
  }
}

/** The same card, known but not in the page; the same object for the same card. */
function createHiddenCards() {
  const known = new WeakMap<CardNode, CardNode>()
  return (card: CardNode): CardNode => {
    const hidden = known.get(card) ?? { ...card, hidden: true }
    known.set(card, hidden)
    return hidden
  }
}

const rectOfCard = ({ position, width = 0, height = 0 }: CardNode): Rect => ({ ...position, width, height })

function isCardInArea(card: CardNode, area: Bounds): boolean {
  const { x, y, width, height } = rectOfCard(card)
  return meets(x, x + width, area.left, area.right) && meets(y, y + height, area.top, area.bottom)
}

function isLineInArea(source: CardNode | undefined, target: CardNode | undefined, area: Area): boolean {
  return Boolean(source && target && isCurveInArea(endsOf(rectOfCard(source), rectOfCard(target)), area))
}
