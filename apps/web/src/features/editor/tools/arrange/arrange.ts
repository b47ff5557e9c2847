import { applyChange, FLOW_LIMITS, groupId, groupsOf, type Position } from '@plimsoll/flow'
import { uniqueText } from '../../../../shared/text/unique-text.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { type Alignment, aligned, distributed } from '../../core/align.ts'
import { type Block, blocksOf, shiftOf } from '../../core/blocks.ts'
import type { Rect } from '../../core/geometry.ts'
import { groupAround, refitted } from '../../core/group-rectangle.ts'
import { isMember } from '../../core/membership.ts'
import { rectOf } from '../../core/placement.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { startRenaming } from '../../state/renaming.ts'
import { GROUP_REMOVED } from '../edit/edit-flow.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { layered } from './layered-layout.ts'

/** How many nodes and groups would be arranged. */
export function arrangeableCount(session: EditorSession): number {
  const { flow, selection } = session.document.getState()
  return selection.nodes.length + selection.groups.length < 2 ? 0 : blocksOf(flow, selection).length
}

/** Brings what is selected into line. */
export function alignSelected(session: EditorSession, to: Alignment): void {
  arrange(session, (rects) => aligned(rects, to))
  announce(session, `Aligned: ${to}`)
}

/** Makes the gaps between what is selected equal. */
export function distributeSelected(session: EditorSession, axis: 'x' | 'y'): void {
  arrange(session, (rects) => distributed(rects, axis))
  announce(session, `Distributed ${axis === 'x' ? 'horizontally' : 'vertically'}`)
}

function arrange(session: EditorSession, positionsOf: (rects: readonly Rect[]) => Position[]): void {
  const { flow, selection, dispatch } = session.document.getState()
  const blocks = blocksOf(flow, selection)
  const positions = positionsOf(blocks.map(({ rect }) => rect))
  const by = ({ rect }: Block, index: number) => {
    const { x, y } = positions[index] ?? rect
    return { x: x - rect.x, y: y - rect.y }
  }
  dispatch(shiftOf(blocks, by))
}

/**
 * Lays out what is selected, or everything. It takes a moment beside the page: where the flow has changed meanwhile, only what is
 * still there moves, and nothing if the flow is another one.
 */
export async function layOut(session: EditorSession, viewport: ViewportControl): Promise<void> {
  const { flow, selection, opened } = session.document.getState()
  const chosen = new Set(blocksOf(flow, selection).flatMap(({ nodes }) => nodes.map(({ id }) => id)))
  const isPart = chosen.size > 1
  const positions = await layered(flow, { keepsOrder: true, ...(isPart && { only: chosen }) }).catch(() => null)
  if (positions === null) return void toast.error('The layout cannot be worked out. The board is as it was.')
  if (session.document.getState().opened !== opened) return
  const groups = refitted(flow, applyChange(flow, { type: 'move', positions }), new Set(positions.keys()))
  const changes = Array.from(groups, ([id, to]) => ({ type: 'change-group', id, to }) as const)
  session.document.getState().dispatch({ type: 'several', changes: [{ type: 'move', positions }, ...changes] })
  announce(session, isPart ? `${chosen.size} components laid out` : 'All components laid out')
  if (isPart) viewport.fitSelection()
  else viewport.fitView({ eased: true })
}

/** Puts a frame around what is selected and asks for its name. */
export function groupSelected(session: EditorSession, viewport: Rect): void {
  const { flow, selection } = session.document.getState()
  const chosen = new Set([...selection.nodes, ...selection.groups])
  addGroup(session, viewport, [...flow.nodes, ...groupsOf(flow)].filter(({ id }) => chosen.has(id)).map(rectOf))
}

/** Puts a frame around the rectangles, or into the middle of `place` where there are none, and asks for its name. */
export function addGroup(session: EditorSession, within: Rect, inside: readonly Rect[] = []): void {
  const { flow, dispatch, select } = session.document.getState()
  const id = groupId(uniqueText())
  const step = {}
  dispatch({ type: 'add-group', group: { id, label: 'Group', ...groupAround(inside, within) } }, { step })
  if (session.document.getState().flow === flow)
    return void toast.info(`A board holds at most ${FLOW_LIMITS.groups} groups.`)
  select({ groups: [id] })
  announce(session, 'Group added')
  startRenaming(session, id, step)
}

/** Removes the frames that are selected; what stood in them stays. */
export function ungroupSelected(session: EditorSession): void {
  const { flow, selection, dispatch, select } = session.document.getState()
  const groups = groupsOf(flow).filter(({ id }) => selection.groups.includes(id))
  const left = flow.nodes.filter((node) => groups.some((group) => isMember(group, node)))
  dispatch({ type: 'remove', nodes: [], edges: [], groups: selection.groups })
  select({ nodes: left.map(({ id }) => id) })
  announce(session, groups.length === 1 ? GROUP_REMOVED : `${groups.length} groups removed`)
}
