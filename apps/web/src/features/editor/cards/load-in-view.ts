import { useBoardView } from '../../../stores/board-view.ts'
import { subscribeNodeLoad } from '../../../stores/run.ts'
import { viewOf } from '../canvas/overview-shapes.ts'
import { intersects, type Rect } from '../geometry.ts'

interface CardInPage {
  /** Where it lies on the board. */
  rect(): Rect
  show(utilization: number | null): boolean
}

/** What cards out of view show once they are seen, or the view is at rest. */
const waiting = new Map<CardInPage, number | null>()

useBoardView.subscribe(() => {
  for (const [card, utilization] of waiting) show(card, utilization)
})

/**
 * Calls back with the utilization of a node as `subscribeNodeLoad` does; but while someone moves the view over very many cards, those
 * near it that are not in view hear of it only when they come into view.
 */
export function showLoadInView(id: string, card: CardInPage): () => void {
  const unsubscribe = subscribeNodeLoad(id, (utilization) => show(card, utilization))
  return () => {
    unsubscribe()
    waiting.delete(card)
  }
}

function show(card: CardInPage, utilization: number | null): boolean {
  const view = useBoardView.getState()
  if (view.isPictured && !intersects(card.rect(), viewOf(view))) {
    waiting.set(card, utilization)
    return false
  }
  waiting.delete(card)
  return card.show(utilization)
}
