import { intersects, type Rect } from '../../core/geometry.ts'
import { visibleRect } from '../../core/viewport.ts'
import { subscribeNodeLoad } from '../../run/run.ts'
import { useShownViewport } from '../../state/viewport.ts'

interface CardInPage {
  readonly id: string
  /** Where it lies on the board. */
  rect(): Rect
  show(utilization: number | null): boolean
  /** Whether surface, water and figure are left to a picture below it. */
  picture(isPictured: boolean): void
}

const inPage = new Set<CardInPage>()
let pictured: ReadonlySet<string> = new Set()

/** What cards out of view, or in the picture, show once they are seen themselves, or the view is at rest. */
const waiting = new Map<CardInPage, number | null>()

useShownViewport.subscribe(() => {
  for (const [card, utilization] of waiting) show(card, utilization)
})

/** Leaves the loads of these cards, and no others, to a picture. */
export function pictureLoads(ids: ReadonlySet<string>): void {
  pictured = ids
  for (const card of inPage) card.picture(ids.has(card.id))
}

/**
 * Has a card show the utilization of its node as `subscribeNodeLoad` does; but while someone moves the view over very many cards, those
 * near it that are not in view, or whose load is in a picture, hear of it only when they are seen themselves.
 */
export function showLoadInView(card: CardInPage): () => void {
  inPage.add(card)
  card.picture(pictured.has(card.id))
  const unsubscribe = subscribeNodeLoad(card.id, (utilization) => show(card, utilization))
  return () => {
    unsubscribe()
    inPage.delete(card)
    waiting.delete(card)
  }
}

function show(card: CardInPage, utilization: number | null): boolean {
  const view = useShownViewport.getState()
  if (view.isBitmapShown && (pictured.has(card.id) || !intersects(card.rect(), visibleRect(view)))) {
    waiting.set(card, utilization)
    return false
  }
  waiting.delete(card)
  return card.show(utilization)
}
