import { type Flow, type FlowGroup, GROUP_MINIMUM, groupsOf } from '@plimsoll/flow'
import { SNAP_GRID } from './editor.config.ts'
import { areaOf, around, type Rect } from './geometry.ts'
import { isMember } from './membership.ts'
import { rectOf } from './placement.ts'

/** What a frame keeps free around what stands in it; its title stands above. */
const ROOM = { top: 45, side: 30, bottom: 30 } as const

/** Size of a frame with nothing in it. */
const EMPTY = { width: 450, height: 270 } as const

type GroupRectangle = Pick<FlowGroup, 'position' | 'width' | 'height'>

/** A frame around the rectangles, on the grid; in the middle of the viewport where there are none. */
export function groupAround(rects: readonly Rect[], visible: Rect): GroupRectangle {
  if (rects.length > 0) return fitted(rects)
  const { x, y, width, height } = visible
  return { position: { x: down(x + (width - EMPTY.width) / 2), y: down(y + (height - EMPTY.height) / 2) }, ...EMPTY }
}

/** The frames that have something in them, fitted anew: `after` is the flow once what stood in them has moved. */
export function refitted(before: Flow, after: Flow, moved: ReadonlySet<string>): Map<string, GroupRectangle> {
  const groups = new Map<string, GroupRectangle>()
  const nodes = new Map(after.nodes.map((node) => [node.id, rectOf(node)]))
  const fromInside = groupsOf(before).toSorted((a, b) => areaOf(a) - areaOf(b))
  for (const group of fromInside) {
    const members = before.nodes.filter((node) => isMember(group, node))
    if (!members.some(({ id }) => moved.has(id))) continue
    const inner = groupsOf(before).filter((other) => isMember(group, other))
    groups.set(
      group.id,
      fitted([
        ...members.flatMap(({ id }) => nodes.get(id) ?? []),
        ...inner.map((other) => rectOf(groups.get(other.id) ?? other)),
      ]),
    )
  }
  return groups
}

function fitted(rects: readonly Rect[]): GroupRectangle {
  const { x, y, width, height } = around(rects)
  const position = { x: down(x - ROOM.side), y: down(y - ROOM.top) }
  return {
    position,
    width: Math.max(GROUP_MINIMUM.width, up(x + width + ROOM.side - position.x)),
    height: Math.max(GROUP_MINIMUM.height, up(y + height + ROOM.bottom - position.y)),
  }
}

const [STEP] = SNAP_GRID
const down = (length: number): number => Math.floor(length / STEP) * STEP
const up = (length: number): number => Math.ceil(length / STEP) * STEP
