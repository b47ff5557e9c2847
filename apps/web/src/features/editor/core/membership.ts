import { type Flow, type FlowGroup, type FlowNode, groupsOf, type Position } from '@plimsoll/flow'
import { areaOf, contains, middleOf, type Rect } from './geometry.ts'
import { rectOf } from './placement.ts'

type Placed = Pick<FlowNode, 'position' | 'width' | 'height'>

/** Whether the element's center is inside the group; a group belongs only to a larger one. */
export function isMember(group: FlowGroup, element: FlowNode | FlowGroup): boolean {
  const isGroup = !('type' in element)
  if (isGroup && (element.id === group.id || areaOf(element) >= areaOf(group))) return false
  return contains(rectOf(group), middleOf(rectOf(element as Placed)))
}

export const membersOf = (flow: Flow, group: FlowGroup): readonly FlowNode[] =>
  flow.nodes.filter((node) => isMember(group, node))

/** The innermost group of every node that is in one. Of groups with equal areas the last counts. */
export function innermostGroups(flow: Flow): ReadonlyMap<string, FlowGroup> {
  const homes = new Map<string, FlowGroup>()
  const innermostFirst = groupsOf(flow)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
    .reverse()
  if (innermostFirst.length === 0) return homes
  const centers = flow.nodes.map((node) => middleOf(rectOf(node as Placed)))
  for (const [index, home] of firstContaining(innermostFirst.map(rectOf), centers).entries()) {
    const [node, group] = [flow.nodes[index], innermostFirst[home]]
    if (node && group) homes.set(node.id, group)
  }
  return homes
}

/**
 * For each point the index of the first rectangle that contains it, or -1. Halves the points again and again: a half only needs the rectangles
 * that reach into its bounds, up to the first that covers them. So the work grows with points plus rectangles, not with their product.
 */
export function firstContaining(rects: readonly Rect[], points: readonly Position[]): Int32Array {
  const first = new Int32Array(points.length).fill(-1)

  const search = (candidates: readonly Candidate[], members: readonly number[]) => {
    const bounds = boundsOfPoints(members, points)
    const reaching = reachingInto(bounds, candidates)
    const [closest] = reaching
    if (closest === undefined || members.length === 0) return
    if (covers(closest.rect, bounds)) {
      for (const member of members) first[member] = closest.index
      return
    }
    const [low, high] = halves(members, points, bounds)
    search(reaching, low)
    search(reaching, high)
  }

  const candidates = rects.map((rect, index) => ({ index, rect }))
  search(candidates, [...points.keys()])
  return first
}

interface Candidate {
  readonly index: number
  readonly rect: Rect
}

interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boundsOfPoints(members: readonly number[], points: readonly Position[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const member of members) {
    const { x, y } = points[member] as Position
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { left, top, right, bottom }
}

function reachingInto(bounds: Bounds, candidates: readonly Candidate[]): Candidate[] {
  const reaching: Candidate[] = []
  for (const candidate of candidates) {
    if (!touches(candidate.rect, bounds)) continue
    reaching.push(candidate)
    if (covers(candidate.rect, bounds)) break
  }
  return reaching
}

const touches = ({ x, y, width, height }: Rect, { left, top, right, bottom }: Bounds): boolean =>
  x <= right && left <= x + width && y <= bottom && top <= y + height

const covers = ({ x, y, width, height }: Rect, { left, top, right, bottom }: Bounds): boolean =>
  x <= left && right <= x + width && y <= top && bottom <= y + height

/** Splits points, which are not all the same, across the longer side of their bounds; neither half is empty. */
function halves(members: readonly number[], points: readonly Position[], bounds: Bounds): [number[], number[]] {
  const { left, top, right, bottom } = bounds
  const isWide = right - left >= bottom - top
  const middle = isWide ? left + (right - left) / 2 : top + (bottom - top) / 2
  const end = isWide ? right : bottom
  const [low, high]: [number[], number[]] = [[], []]
  for (const member of members) {
    const { x, y } = points[member] as Position
    const at = isWide ? x : y
    const half = at <= middle && at < end ? low : high
    half.push(member)
  }
  return [low, high]
}
