import type { Flow } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import { type Bounds, meets } from '../core/cull-area.ts'
import { intersects, type Rect } from '../core/geometry.ts'
import { rectOf } from '../core/placement.ts'

/** More of them take longer to paint, four times a second, than the nodes themselves, which are shown in turn. */
const MOST = 1000

export interface UncoveredNode {
  readonly id: string
  readonly rect: Rect
}

/** Finds the nodes of an area that show a load and lie on no other node: in a picture below all nodes, one would show through. None of too many. */
export function createUncoveredNodes({ nodes }: Flow): (area: Bounds) => UncoveredNode[] {
  const candidates = nodes.map((node) => ({ node, id: node.id, rect: rectOf(node) }))
  return (area) => {
    const near = candidates.filter(({ rect }) => isInArea(rect, area)).sort((one, other) => one.rect.x - other.rect.x)
    if (near.length > MOST) return []
    const covering = new Set<string>()
    for (const [index, { id, rect }] of near.entries())
      for (let next = index + 1; next < near.length; next += 1) {
        const other = near[next]
        if (!other || other.rect.x >= rect.x + rect.width) break
        if (intersects(rect, other.rect)) covering.add(id).add(other.id)
      }
    return near.filter(({ id, node }) => !covering.has(id) && hasCapacity(node))
  }
}

const isInArea = ({ x, y, width, height }: Rect, { left, top, right, bottom }: Bounds): boolean =>
  meets(x, x + width, left, right) && meets(y, y + height, top, bottom)
