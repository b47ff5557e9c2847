import { type Flow, type FlowGroup, type FlowNode, groupsOf } from '@plimsoll/flow'
import { areaOf, contains, middleOf } from './geometry.ts'
import { rectOf } from './placement.ts'

type Placed = Pick<FlowNode, 'position' | 'width' | 'height'>

/** Whether it stands in the group: with its middle inside the frame, and smaller than that where it is a frame itself. */
export function isMember(group: FlowGroup, element: FlowNode | FlowGroup): boolean {
  const isFrame = !('type' in element)
  if (isFrame && (element.id === group.id || areaOf(element) >= areaOf(group))) return false
  return contains(rectOf(group), middleOf(rectOf(element as Placed)))
}

export const membersOf = (flow: Flow, group: FlowGroup): readonly FlowNode[] =>
  flow.nodes.filter((node) => isMember(group, node))

/** The innermost group of every component that stands in one. */
export function innermostGroups(flow: Flow): ReadonlyMap<string, FlowGroup> {
  const homes = new Map<string, FlowGroup>()
  const fromOutside = groupsOf(flow).toSorted((a, b) => areaOf(b) - areaOf(a))
  for (const group of fromOutside) for (const { id } of membersOf(flow, group)) homes.set(id, group)
  return homes
}
