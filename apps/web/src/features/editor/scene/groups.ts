import { type Flow, type FlowGroup, groupsOf } from '@plimsoll/flow'
import type { Node } from '@xyflow/react'
import type { Selection } from '../../../stores/board.ts'
import { membersOf } from '../core/membership.ts'
import { rectOf } from '../core/placement.ts'
import type { Box, Previewed } from '../core/previewed.ts'

export type GroupNode = Node<{ readonly group: FlowGroup }, 'frame'>

/** Class of what a frame can be taken by. */
export const GROUP_HANDLE = 'frame-handle'

/** Where screen readers find what keys do to a group, and what says in which group a node stands. */
export const GROUP_HELP_ID = 'group-help'
export const inGroupId = (id: string): string => `in-${id}`

/** How a group is called: `Group: Backend, 4 components`. */
const groupName = (label: string, size: number): string =>
  `Group: ${label}, ${size} ${size === 1 ? 'component' : 'components'}`

/** The frames of a flow; what is the same as before keeps its object, and is not drawn again. */
export function createGroups() {
  let sizes: { from: Flow | null; of: ReadonlyMap<string, number> } = { from: null, of: new Map() }
  let groups = new Map<string, { from: FlowGroup; selected: boolean; box: Box | undefined; shown: GroupNode }>()

  function sizesOf(flow: Flow): ReadonlyMap<string, number> {
    if (sizes.from?.nodes !== flow.nodes || sizes.from.groups !== flow.groups)
      sizes = { from: flow, of: new Map(groupsOf(flow).map((group) => [group.id, membersOf(flow, group).length])) }
    return sizes.of
  }

  return function groupNodesOf(flow: Flow, selection: Selection, previewed: Previewed): GroupNode[] {
    const selectedIds = new Set(selection.groups)
    const next: typeof groups = new Map()
    for (const group of groupsOf(flow)) {
      const known = groups.get(group.id)
      const selected = selectedIds.has(group.id)
      const box = previewed.get(group.id)
      const name = groupName(group.label, sizesOf(flow).get(group.id) ?? 0)
      const same =
        known?.from === group && known.selected === selected && known.box === box && known.shown.ariaLabel === name
      next.set(group.id, same ? known : { from: group, selected, box, shown: toGroupNode(group, selected, box, name) })
    }
    groups = next
    return Array.from(next.values(), ({ shown }) => shown)
  }
}

function toGroupNode(group: FlowGroup, selected: boolean, box: Box | undefined, name: string): GroupNode {
  const { width, height, ...position } = rectOf({ ...group, ...box })
  return {
    id: group.id,
    type: 'frame',
    position,
    width,
    height,
    measured: { width, height },
    selected,
    data: { group },
    ariaLabel: name,
    domAttributes: { 'aria-describedby': GROUP_HELP_ID, 'aria-roledescription': 'group' },
    connectable: false,
    dragHandle: `.${GROUP_HANDLE}`,
    // Under the edges; a press on what lies inside is a press on the canvas.
    zIndex: -1,
    style: { pointerEvents: 'none' },
  }
}
