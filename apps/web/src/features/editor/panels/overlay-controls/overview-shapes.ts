import type { Rect } from '../../core/geometry.ts'

/** Room around the flow, as a share of it. */
const MARGIN = 0.04

/** One shape of several rectangles. */
export const pathOf = (rects: readonly Rect[]): string =>
  rects.map(({ x, y, width, height }) => `M${x},${y}h${width}v${height}h${-width}z`).join('')

/** The rectangle with room around it, widened or heightened to the proportions of a frame. */
export function fitted(rect: Rect, frame: { readonly width: number; readonly height: number }): Rect {
  const scale = Math.max(rect.width / frame.width, rect.height / frame.height) * (1 + 2 * MARGIN)
  const [width, height] = [frame.width * scale, frame.height * scale]
  return { x: rect.x - (width - rect.width) / 2, y: rect.y - (height - rect.height) / 2, width, height }
}
