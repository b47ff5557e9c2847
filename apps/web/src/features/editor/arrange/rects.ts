import type { Position } from '@plimsoll/flow'
import type { Rect } from '../canvas/placing.ts'

/** The smallest rectangle around all of them; there must be one at least. */
export function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

export const middleOf = ({ x, y, width, height }: Rect): Position => ({ x: x + width / 2, y: y + height / 2 })

export function contains({ x, y, width, height }: Rect, point: Position): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

export const areaOf = ({ width, height }: Pick<Rect, 'width' | 'height'>): number => width * height
