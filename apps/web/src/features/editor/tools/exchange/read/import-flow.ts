import { LIMITS } from '@plimsoll/contract'
import { EMPTY_FLOW, type Flow, groupsOf } from '@plimsoll/flow'
import { counted } from '../../../../../shared/text/counted.ts'
import { uniqueText } from '../../../../../shared/text/unique-text.ts'
import { hideRefusal, showRefusal } from '../../../../../shared/ui/refusal.tsx'
import { toast } from '../../../../../shared/ui/toast.ts'
import { showUndoToast } from '../../../../../shared/ui/undo-toast.tsx'
import { useSession } from '../../../../../stores/session.ts'
import { freshCopy } from '../../../core/clipboard/fresh-copy.ts'
import type { EditorSession } from '../../../session/editor-session.ts'
import { announce } from '../../../state/announcement.ts'
import { addToFlow } from '../../edit/edit-flow.ts'
import type { ViewportControl } from '../../viewport/use-viewport-control.ts'
import { insertOffset } from './insert-offset.ts'
import { readInWorker } from './read-in-worker.ts'
import type { ReadResult } from './read-result.ts'

/** Opens the file's diagram as a new board, which can be taken back. */
export async function importFile(session: EditorSession, file: File): Promise<void> {
  const read = await readBlob(file, `“${file.name}”`)
  if (!read) return
  const before = session.document.getState()
  before.restore({ flow: read.flow, saved: null, heading: read.heading, savedContent: EMPTY_FLOW })
  const message = [`“${file.name}” opened: ${sizeOf(read.flow)}.`, ...read.leftOut].join(' ')
  if (before.flow.nodes.length + groupsOf(before.flow).length === 0) toast.success(message)
  else showUndoToast({ message, onUndo: () => before.restore(before) })
}

/** Adds the diagram that the text holds to the document, and selects it. */
export async function addText(session: EditorSession, text: string, viewport?: ViewportControl): Promise<void> {
  const read = await readBlob(new Blob([text]), 'What was pasted')
  if (!read) return
  const { flow, select } = session.document.getState()
  const by = insertOffset(read.flow, { flow, visible: viewport?.rect() ?? null })
  const added = freshCopy(read.flow, { by, makeId: uniqueText })
  if (!addToFlow(session, added)) return
  select({ nodes: added.nodes.map(({ id }) => id), groups: groupsOf(added).map(({ id }) => id) })
  viewport?.fitView({ eased: true })
  const message = [`${sizeOf(read.flow)} added.`, ...read.leftOut].join(' ')
  announce(session, message)
  toast.success(message)
}

/** What the source holds; says why there is nothing, and gives back null too when the session has ended meanwhile. */
async function readBlob(source: Blob, name: string): Promise<Extract<ReadResult, { ok: true }> | null> {
  hideRefusal()
  const { token } = useSession.getState()
  const read = source.size > LIMITS.flowBody ? tooLarge(source.size) : await readInWorker(source)
  if (token !== useSession.getState().token) return null
  if (read.ok) return read
  showRefusal(name, read.faults)
  return null
}

const tooLarge = (size: number): ReadResult => ({
  ok: false,
  faults: [`it has ${megabytes(size)} MB, and at most ${megabytes(LIMITS.flowBody)} MB can be opened`],
})

const megabytes = (size: number) => Math.ceil(size / 2 ** 20)

const sizeOf = ({ nodes, edges }: Flow): string =>
  `${counted(nodes.length, 'component')}, ${counted(edges.length, 'connection')}`
