import type { ShownViewport } from '../../state/viewport.ts'

/**
 * Has a canvas drawn on in every other frame only while someone moves the view over a picture of the lines, and shifted with the view
 * in those between: what was drawn on is copied whole, and dots go but a pixel or two from frame to frame. Not while cards are carried
 * over such a picture: their dots go with them.
 */
export function createCanvasShift(canvas: HTMLCanvasElement) {
  /** What it was drawn under in the frame before. */
  let drawn: ShownViewport | null = null

  /** Shifts it to where it belongs under this view; false: it has to be drawn. */
  return function shift(view: ShownViewport): boolean {
    const isMoved = view.isBitmapShown && drawn?.isBitmapShown && view.movedAt !== drawn.movedAt
    const from = isMoved && view.zoom === drawn?.zoom ? drawn : null
    const { x, y } = from ?? view
    canvas.style.transform = view.isBitmapShown ? `translate(${view.x - x}px, ${view.y - y}px)` : ''
    drawn = from ? null : view
    return from !== null
  }
}
