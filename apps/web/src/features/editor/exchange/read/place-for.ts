import { type Flow, groupsOf, type Position } from '@plimsoll/flow'
import { boundsOf, type Rect, rectOf } from '../../canvas/placing.ts'
import { PLACING_GAP, SNAP_GRID } from '../../editor.config.ts'

/** By how much a drawing is shifted so that it stands in the middle of the view, or under everything where that is taken. */
export function placeFor(flow: Flow, { board, view }: { board: Flow; view: Rect | null }): Position {
  const own = boundsOf(rectsOf(flow))
  const taken = boundsOf(rectsOf(board))
  if (own === null) return { x: 0, y: 0 }
  const middle = view && { x: view.x + (view.width - own.width) / 2, y: view.y + (view.height - own.height) / 2 }
  if (middle && board.nodes.map(rectOf).every((rect) => !touches(rect, { ...own, ...middle }))) {
    return onGrid({ x: middle.x - own.x, y: middle.y - own.y })
  }
  if (taken === null) return { x: 0, y: 0 }
  return onGrid({ x: taken.x - own.x, y: taken.y + taken.height + PLACING_GAP.vertical * 2 - own.y })
}

const onGrid = ({ x, y }: Position): Position => ({
  x: Math.round(x / SNAP_GRID[0]) * SNAP_GRID[0],
  y: Math.round(y / SNAP_GRID[1]) * SNAP_GRID[1],
})

const rectsOf = (flow: Flow): Rect[] => [...flow.nodes, ...groupsOf(flow)].map(rectOf)

function touches(a: Rect, b: Rect): boolean {
  const gap = PLACING_GAP.vertical
  return (
    a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap
  )
}
