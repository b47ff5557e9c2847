import { type Flow, groupsOf, type Position } from '@plimsoll/flow'
import { type Rect, rectOf } from '../../canvas/placing.ts'
import { PLACING_GAP } from '../../editor.config.ts'

/** By how much a drawing is shifted so that it stands in the middle of the view, or under everything where that is taken. */
export function placeFor(flow: Flow, { board, view }: { board: Flow; view: Rect | null }): Position {
  const own = boundsOf(flow)
  const taken = boundsOf(board)
  if (own === null) return { x: 0, y: 0 }
  const middle = view && { x: view.x + (view.width - own.width) / 2, y: view.y + (view.height - own.height) / 2 }
  if (middle && board.nodes.map(rectOf).every((rect) => !touches(rect, { ...own, ...middle }))) {
    return { x: middle.x - own.x, y: middle.y - own.y }
  }
  if (taken === null) return { x: 0, y: 0 }
  return { x: taken.x - own.x, y: taken.y + taken.height + PLACING_GAP.vertical * 2 - own.y }
}

/** What a drawing covers; null for an empty one. */
export function boundsOf(flow: Flow): Rect | null {
  const rects = [...flow.nodes, ...groupsOf(flow)].map(rectOf)
  if (rects.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const rect of rects) {
    left = Math.min(left, rect.x)
    top = Math.min(top, rect.y)
    right = Math.max(right, rect.x + rect.width)
    bottom = Math.max(bottom, rect.y + rect.height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function touches(a: Rect, b: Rect): boolean {
  const gap = PLACING_GAP.vertical
  return (
    a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap
  )
}
