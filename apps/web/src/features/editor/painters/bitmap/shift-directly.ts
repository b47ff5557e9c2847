/** What moves with the viewport, apart from the flow itself. */
const FOLLOWERS = '.react-flow__viewport, [data-follows-view]'

/** Shifts what moves with the viewport; see `shiftDirectly`. */
export const shiftViewDirectly = (region: HTMLElement): (() => void) =>
  shiftDirectly([...region.querySelectorAll(FOLLOWERS)])

/**
 * Has the browser shift elements without asking, in every frame, which elements would share a layer elsewhere: Chromium
 * spares itself that only where an animation may lead anywhere. This one stands, and changes nothing. Returns how to end it.
 */
export function shiftDirectly(elements: readonly Element[]): () => void {
  const standing = [{ transform: 'none' }, { transform: 'none' }]
  const animations = elements.map((element) => {
    const animation = element.animate(standing, { duration: 1, composite: 'add' })
    animation.pause()
    return animation
  })
  return () => {
    for (const animation of animations) animation.cancel()
  }
}
