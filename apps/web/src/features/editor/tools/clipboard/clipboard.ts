import { type Flow, groupsOf, type Position } from '@plimsoll/flow'
import { counted } from '../../../../shared/text/counted.ts'
import { uniqueText } from '../../../../shared/text/unique-text.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { readClipboardText } from '../../core/clipboard/clipboard-text.ts'
import { freshCopy } from '../../core/clipboard/fresh-copy.ts'
import { pasteOffset } from '../../core/clipboard/paste-offset.ts'
import { subflowOf } from '../../core/selection/subflow.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { focusNode } from '../../ui/focus.ts'
import { addToFlow } from '../edit/edit-flow.ts'
import { importText } from '../exchange/exchange.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'

interface Where {
  readonly viewport: ViewportControl
  /** A point of the screen. */
  readonly at?: Position | undefined
}

/** Whether something is selected that can be copied: a connection alone has no ends to bring along. */
export const canCopy = (session: EditorSession): boolean => {
  const { nodes, groups } = session.document.getState().selection
  return nodes.length + groups.length > 0
}

/** What is selected, ready to be written; null where it is nothing that can be copied. */
export function selectedPart(session: EditorSession): Flow | null {
  const { flow, selection } = session.document.getState()
  return subflowOf(flow, selection)
}

/** To be called when the part is safe in a clipboard: what was cut goes, what was copied stays. */
export function afterCopy(session: EditorSession, part: Flow, { removes }: { removes: boolean }): void {
  if (removes) {
    const { dispatch } = session.document.getState()
    dispatch({ type: 'remove', nodes: idsOf(part.nodes), edges: [], groups: idsOf(groupsOf(part)) })
  }
  announce(session, `${sizeOf(part)} ${removes ? 'cut' : 'copied'}`)
}

/** Puts a text of the clipboard on the canvas, if it is a drawing; else says so. Hostile texts change nothing. */
export function pasteText(session: EditorSession, text: string, where: Where): void {
  const read = readClipboardText(text)
  if (read === null) {
    if (!importText(session, text, where.viewport)) toast.info('What is in the clipboard is not a diagram.')
  } else if (read.ok) insert(session, read.part, { ...where, said: 'pasted' })
  else toast.error(`What is in the clipboard cannot be pasted: ${read.message}. The board is as it was.`)
}

export function duplicateSelected(session: EditorSession, viewport: ViewportControl): void {
  const part = selectedPart(session)
  if (part) insert(session, part, { viewport, said: 'duplicated' })
}

/** Adds a copy with ids of its own and selects it: one step. */
function insert(session: EditorSession, part: Flow, { viewport, at, said }: Where & { said: string }): void {
  const { flow, select } = session.document.getState()
  const by = pasteOffset(part, { flow, viewport: viewport.rect(), at: at && viewport.toFlow(at) })
  const added = freshCopy(part, { by, makeId: uniqueText })
  if (!addToFlow(session, added)) return
  select({ nodes: idsOf(added.nodes), groups: idsOf(groupsOf(added)) })
  announce(session, `${sizeOf(part)} ${said}`)
  const [node] = added.nodes
  if (node && added.nodes.length === 1) focusNode(node.id)
}

const idsOf = (elements: readonly { readonly id: string }[]) => elements.map(({ id }) => id)

function sizeOf(part: Flow): string {
  const counts = [
    { count: part.nodes.length, noun: 'component' },
    { count: groupsOf(part).length, noun: 'group' },
  ].filter(({ count }) => count > 0)
  return counts.map(({ count, noun }) => counted(count, noun)).join(' and ')
}
