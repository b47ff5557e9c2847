import type { Position } from '@plimsoll/flow'
import { boundsOf, type Rect } from '../canvas/placing.ts'

/** The smallest rectangle around all of them; nothing at the origin where there is none. */
export const around = (rects: readonly Rect[]): Rect => boundsOf(rects) ?? { x: 0, y: 0, width: 0, height: 0 }

export const middleOf = ({ x, y, width, height }: Rect): Position => ({ x: x + width / 2, y: y + height / 2 })

export function contains({ x, y, width, height }: Rect, point: Position): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

export const areaOf = ({ width, height }: Pick<Rect, 'width' | 'height'>): number => width * height
