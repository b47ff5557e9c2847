import type { Position } from '@plimsoll/flow'
import { intersects, type Rect } from './geometry.ts'

/** How far a readout stays from what it explains, and by how much further it is tried. Pixels of the screen. */
const GAP = 10
const STEP = 8

interface Explained {
  /** What must not be covered. */
  readonly rects: readonly Rect[]
  /** The middle of it. */
  readonly middle: Position
  /** What is left uncovered where there is room for that. */
  readonly others?: readonly Rect[]
}

/** Where a readout stands: within the area, above or below the middle of what it explains, and as near to that as it can without covering it. */
export function readoutPlace(
  { rects, middle, others = [] }: Explained,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  area: Rect,
): Position {
  const x = clamped(middle.x - width / 2, area.x, area.x + area.width - width)
  const [top, bottom] = [area.y, area.y + area.height - height]
  for (const uncovered of [[...rects, ...others], rects])
    for (let far = 0; far < area.height; far += STEP)
      for (const y of [middle.y - GAP - far - height, middle.y + GAP + far])
        if (y >= top && y <= bottom && uncovered.every((rect) => !intersects({ x, y, width, height }, rect, GAP)))
          return { x, y }
  return { x, y: middle.y < area.y + area.height / 2 ? bottom : top }
}

const clamped = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
