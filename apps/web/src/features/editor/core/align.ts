import type { Position } from '@plimsoll/flow'
import { around, type Rect } from './geometry.ts'

/** The lines that rectangles are brought to, as a share of the way from the first side of all to the last. */
const GUIDES = {
  left: ['x', 0],
  centre: ['x', 0.5],
  right: ['x', 1],
  top: ['y', 0],
  middle: ['y', 0.5],
  bottom: ['y', 1],
} as const satisfies Record<string, readonly [axis: Axis, share: number]>

const LENGTH = { x: 'width', y: 'height' } as const

type Axis = 'x' | 'y'
export type Alignment = keyof typeof GUIDES

/** Where the rectangles stand once they are in line, in their order; whole pixels. */
export function aligned(rects: readonly Rect[], to: Alignment): Position[] {
  const [axis, share] = GUIDES[to]
  const bounds = around(rects)
  const length = LENGTH[axis]
  return rects.map((rect) => ({
    x: rect.x,
    y: rect.y,
    [axis]: Math.round(bounds[axis] + share * (bounds[length] - rect[length])),
  }))
}

/** Where the rectangles stand once the gaps between them are equal, in their order; the first and the last stay. */
export function distributed(rects: readonly Rect[], axis: Axis): Position[] {
  const length = LENGTH[axis]
  const inOrder = rects.toSorted((a, b) => a[axis] + a[length] / 2 - b[axis] - b[length] / 2)
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) return []
  const room = last[axis] + last[length] - first[axis]
  const gap = (room - inOrder.reduce((sum, rect) => sum + rect[length], 0)) / Math.max(1, rects.length - 1)
  const starts = new Map<Rect, number>()
  let start = first[axis]
  for (const rect of inOrder) {
    starts.set(rect, start)
    start += rect[length] + gap
  }
  return rects.map((rect) => ({ x: rect.x, y: rect.y, [axis]: Math.round(starts.get(rect) ?? rect[axis]) }))
}
