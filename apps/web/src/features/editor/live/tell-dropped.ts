import { edgeKind, nodeKind } from '@plimsoll/catalog'
import { type Flow, type FlowChange, groupsOf } from '@plimsoll/flow'
import { showWithAction } from '../../../shared/ui/toast-action.tsx'
import type { EditorSession } from '../session/editor-session.ts'
import type { DroppedValue } from './dropped-values.ts'

/** Says whose values stay in place of one's own, and offers to put one's own back. */
export function tellDropped({ live, document }: EditorSession, values: readonly DroppedValue[]): void {
  const [first] = values
  if (!first) return
  const who = live.getState().peers.find(({ client }) => client === first.by)?.name ?? 'Somebody else'
  const what = wordsOf(document.getState().flow, first)
  const message =
    values.length === 1
      ? `${who} changed ${what} at the same time: ${text(first.theirs)} stays, not your ${text(first.mine)}.`
      : `${who} changed ${values.length} things at the same time that you changed, such as ${what}. Yours do not stay.`
  showWithAction('asking', {
    message,
    name: 'Put mine back',
    onAct: () => document.getState().dispatch({ type: 'several', changes: values.map(changeOf) }),
  })
}

function changeOf({ of, id, path, mine }: DroppedValue): FlowChange {
  if (of === 'simulation') return { type: 'set-simulation', name: path, value: mine }
  if (of === 'group') return { type: 'change-group', id, to: { label: String(mine) } }
  if (of === 'slide') return { type: 'change-slide', id, to: { [path]: String(mine) } }
  return { type: 'set-property', of, id, path, value: mine }
}

function wordsOf(flow: Flow, { of, id, path }: DroppedValue): string {
  if (of === 'simulation') return 'a setting of the simulation'
  if (of === 'slide') return `the ${path} of a slide`
  const node = flow.nodes.find((element) => element.id === id)
  if (node) return `${nodeKind(node.type).properties[path]?.label ?? path} of “${node.data.label}”`
  const edge = flow.edges.find((element) => element.id === id)
  if (edge) return `${edgeKind(edge.type).properties[path]?.label ?? path} of a connection`
  return `the name of ${groupsOf(flow).some((group) => group.id === id) ? 'a group' : 'something'}`
}

const text = (value: unknown): string => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
