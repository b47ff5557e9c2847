import type { Position } from '@plimsoll/flow'
import { SNAP_GRID } from './editor.config.ts'

export interface Rect extends Position {
  readonly width: number
  readonly height: number
}

/** The smallest rectangle around all; null around none. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The smallest rectangle around all of them; nothing at the origin where there is none. */
export const around = (rects: readonly Rect[]): Rect => boundsOf(rects) ?? { x: 0, y: 0, width: 0, height: 0 }

export const middleOf = ({ x, y, width, height }: Rect): Position => ({ x: x + width / 2, y: y + height / 2 })

export function contains({ x, y, width, height }: Rect, point: Position): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

/** Whether all of the other rectangle is in the first. */
export const covers = (rect: Rect, { x, y, width, height }: Rect): boolean =>
  contains(rect, { x, y }) && contains(rect, { x: x + width, y: y + height })

/** Whether they share more than an edge, or come nearer to each other than `gap`. */
export const intersects = (a: Rect, b: Rect, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap

export const areaOf = ({ width, height }: Pick<Rect, 'width' | 'height'>): number => width * height

const nearest = (length: number, step: number): number => Math.round(length / step) * step

/** The nearest coordinate or length on the grid, whose steps are the same both ways. */
export const lengthOnGrid = (length: number): number => nearest(length, SNAP_GRID[0])

/** The nearest point of the grid. */
export const onGrid = ({ x, y }: Position): Position => ({ x: nearest(x, SNAP_GRID[0]), y: nearest(y, SNAP_GRID[1]) })
