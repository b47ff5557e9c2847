import { intersects, type Rect } from '../../core/geometry.ts'
import { visibleRect } from '../../core/viewport.ts'
import { subscribeNodeLoad } from '../../run/run.ts'
import { useShownViewport } from '../../state/viewport.ts'

interface MountedNode {
  readonly id: string
  /** Where it lies on the board. */
  rect(): Rect
  show(utilization: number | null): boolean
  /** Whether surface, water and figure are left to a picture below it. */
  picture(isPictured: boolean): void
}

const mounted = new Set<MountedNode>()
let inBitmap: ReadonlySet<string> = new Set()

/** What cards out of view, or in the picture, show once they are seen themselves, or the view is at rest. */
const waiting = new Map<MountedNode, number | null>()

useShownViewport.subscribe(() => {
  for (const [card, utilization] of waiting) show(card, utilization)
})

/** Leaves the loads of these cards, and no others, to a picture. */
export function leaveLoadsToBitmap(ids: ReadonlySet<string>): void {
  inBitmap = ids
  for (const card of mounted) card.picture(ids.has(card.id))
}

/**
 * Has a card show the utilization of its node as `subscribeNodeLoad` does; but while someone moves the view over very many cards, those
 * near it that are not in view, or whose load is in a picture, hear of it only when they are seen themselves.
 */
export function showVisibleLoad(card: MountedNode): () => void {
  mounted.add(card)
  card.picture(inBitmap.has(card.id))
  const unsubscribe = subscribeNodeLoad(card.id, (utilization) => show(card, utilization))
  return () => {
    unsubscribe()
    mounted.delete(card)
    waiting.delete(card)
  }
}

function show(card: MountedNode, utilization: number | null): boolean {
  const view = useShownViewport.getState()
  if (view.isBitmapShown && (inBitmap.has(card.id) || !intersects(card.rect(), visibleRect(view)))) {
    waiting.set(card, utilization)
    return false
  }
  waiting.delete(card)
  return card.show(utilization)
}
