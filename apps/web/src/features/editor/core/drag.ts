import { type Flow, type FlowChange, groupsOf, type Position } from '@plimsoll/flow'
import { blocksOf, shiftOf } from './blocks.ts'
import { GUIDE_REACH } from './editor.config.ts'
import { around, intersects, lengthOnGrid, type Rect } from './geometry.ts'
import { type Axis, type GuideMark, guideMarks, guideShift } from './guides.ts'
import { rectOf } from './placement.ts'
import type { Previewed } from './previewed.ts'

interface DragContext {
  /** The part of the flow that is seen, and how large. */
  readonly viewport: Rect
  readonly zoom: number
  /** Without guides: only the grid holds it. */
  readonly isFree: boolean
}

/** One drag: the nodes and groups that are taken along, and where they are for the pointer. */
export function beginDrag(flow: Flow, ids: readonly string[]) {
  const taken = new Set(ids)
  const elements = [...flow.nodes, ...groupsOf(flow)]
  const groups = groupsOf(flow).flatMap(({ id }) => (taken.has(id) ? [id] : []))
  const blocks = blocksOf(flow, { nodes: ids.filter((id) => !groups.includes(id)), groups })
  const dragged = blocks.flatMap(({ nodes, groups }) => [...nodes, ...groups])
  const draggedIds = new Set(dragged.map(({ id }) => id))
  const others = elements.filter(({ id }) => !draggedIds.has(id)).map(rectOf)
  const start = new Map(dragged.map((element) => [element.id, rectOf(element)]))
  const bounds = around(blocks.map(({ rect }) => rect))

  /** By how much all move when the pointer has `id` at `position`, and what is level with them there. */
  function follow(
    id: string,
    position: Position,
    { viewport: visible, zoom, isFree }: DragContext,
  ): { by: Position; marks: GuideMark[] } {
    const from = start.get(id) ?? bounds
    const raw = { ...bounds, x: bounds.x + position.x - from.x, y: bounds.y + position.y - from.y }
    const near = isFree ? [] : others.filter((rect) => intersects(rect, visible))
    const snapped = (axis: Axis) => {
      const shift = guideShift(axis, raw, near, GUIDE_REACH / zoom)
      return shift === null ? lengthOnGrid(raw[axis]) : raw[axis] + shift
    }
    const rect = { ...bounds, x: snapped('x'), y: snapped('y') }
    const marks = isFree ? [] : [...guideMarks('x', rect, near), ...guideMarks('y', rect, near)]
    return { by: { x: rect.x - bounds.x, y: rect.y - bounds.y }, marks }
  }

  const boxes = (by: Position): Previewed =>
    new Map(Array.from(start, ([id, { x, y }]) => [id, { position: { x: x + by.x, y: y + by.y } }]))

  const change = (by: Position): FlowChange => shiftOf(blocks, () => by)

  return { ids: draggedIds, follow, boxes, change }
}

export type Drag = ReturnType<typeof beginDrag>

/** Where the sides that the pointer has moved come to lie on the grid; the others stay. */
export function resizedOnGrid(before: Rect, now: Rect, least: { width: number; height: number }): Rect {
  const [x, width] = sides(before.x, before.width, now.x, now.width, least.width)
  const [y, height] = sides(before.y, before.height, now.y, now.height, least.height)
  return { x, y, width, height }
}

function sides(start: number, length: number, newStart: number, newLength: number, least: number): [number, number] {
  const end = start + length
  if (newStart !== start) {
    const first = newLength <= least ? end - least : Math.min(lengthOnGrid(newStart), end - least)
    return [first, end - first]
  }
  if (newLength === length) return [start, length]
  return [start, newLength <= least ? least : Math.max(least, lengthOnGrid(start + newLength) - start)]
}
