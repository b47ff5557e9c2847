import { edgeKind, nodeKind } from '@plimsoll/catalog'
import { type Flow, type FlowChange, groupsOf } from '@plimsoll/flow'
import { showWithAction } from '../../../shared/ui/toast-action.tsx'
import type { EditorSession } from '../session/editor-session.ts'
import type { DroppedValue } from './dropped-values.ts'

/** Says whose values stay in place of one's own, and offers to put one's own back. */
export function tellDropped(session: EditorSession, values: readonly DroppedValue[]): void {
  const { live, document } = session
  for (const value of values) {
    const name = live.getState().peers.find(({ client }) => client === value.by)?.name ?? 'Somebody else'
    const message = `${name} changed ${wordsOf(document.getState().flow, value)} at the same time: ${text(value.theirs)} stays, not your ${text(value.mine)}.`
    showWithAction('info', {
      message,
      name: 'Put mine back',
      onAct: () => document.getState().dispatch(changeOf(value)),
    })
  }
}

function changeOf({ of, id, path, mine }: DroppedValue): FlowChange {
  if (of === 'simulation') return { type: 'set-simulation', name: path, value: mine }
  if (of === 'group') return { type: 'change-group', id, to: { label: String(mine) } }
  return { type: 'set-property', of, id, path, value: mine }
}

function wordsOf(flow: Flow, { of, id, path }: DroppedValue): string {
  if (of === 'simulation') return 'a setting of the simulation'
  const node = flow.nodes.find((element) => element.id === id)
  if (node) return `${nodeKind(node.type).properties[path]?.label ?? path} of “${node.data.label}”`
  const edge = flow.edges.find((element) => element.id === id)
  if (edge) return `${edgeKind(edge.type).properties[path]?.label ?? path} of a connection`
  return `the name of ${groupsOf(flow).some((group) => group.id === id) ? 'a group' : 'something'}`
}

const text = (value: unknown): string => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
