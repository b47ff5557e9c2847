import type { Bounds } from '../core/cull-area.ts'
import { SNAP_GRID } from '../core/editor.config.ts'
import type { Shape } from './shape.ts'

/** A dot stands at every second point that nodes snap to. In pixels of the flow. */
export const GRID_GAP = SNAP_GRID[0] * 2

/** Side of a dot, in pixels of the screen at every zoom; the point of the grid is its upper left corner. */
const DOT = 2

/** The dots of an area, row by row. */
export function gridShapes({ left, top, right, bottom }: Bounds, zoom: number): Shape[] {
  const dot = DOT / zoom
  const stroke = { color: '--canvas-dot', width: dot, dashes: [dot, GRID_GAP - dot] } as const
  const [from, first] = [left, top].map((side) => Math.floor(side / GRID_GAP) * GRID_GAP) as [number, number]
  return Array.from({ length: Math.ceil((bottom - first) / GRID_GAP) }, (_, row) => ({
    kind: 'path',
    path: `M${from},${first + row * GRID_GAP + dot / 2}H${right}`,
    stroke,
  }))
}
