import type { ShownViewport } from '../../state/viewport.ts'

/**
 * Has a canvas drawn on in every other frame only while someone moves the viewport over a picture of the lines, and shifted with the viewport
 * in those between: what was drawn on is copied whole, and dots go but a pixel or two from frame to frame. Not while nodes are carried
 * over such a picture: their dots go with them.
 */
export function createCanvasShift(canvas: HTMLCanvasElement) {
  /** What it was drawn under in the frame before. */
  let drawn: ShownViewport | null = null

  /** Shifts it to where it belongs under this view; false: it has to be drawn. */
  return function shift(viewport: ShownViewport): boolean {
    const isMoved = viewport.isBitmapShown && drawn?.isBitmapShown && viewport.movedAt !== drawn.movedAt
    const from = isMoved && viewport.zoom === drawn?.zoom ? drawn : null
    const { x, y } = from ?? viewport
    canvas.style.transform = viewport.isBitmapShown ? `translate(${viewport.x - x}px, ${viewport.y - y}px)` : ''
    drawn = from ? null : viewport
    return from !== null
  }
}
