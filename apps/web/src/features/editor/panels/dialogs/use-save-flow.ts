import type { FlowData, SaveFlowForm, UpdateFlowRequest } from '@plimsoll/contract'
import { DOCUMENT_VERSION, type Flow } from '@plimsoll/flow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asRequestError } from '../../../../shared/api/client.ts'
import { createFlow, fetchFlow, flowsQuery, updateFlow } from '../../../../shared/api/flows.ts'
import { uniqueText } from '../../../../shared/text/unique-text.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import type { DiagramState } from '../../../../stores/diagram.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { isOnServer } from '../../session/live-save.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'

interface Save extends SaveFlowForm {
  /** `open` writes over the flow that is open, from the version that it was opened in. */
  readonly target: 'new' | 'open'
  readonly board: DocumentToSave
  /** What the version changes; empty: nothing is said. */
  readonly note?: string
}

/** The document at the press of Save: by the time of the answer another one may be there. */
type DocumentToSave = Pick<DiagramState, 'flow' | 'saved' | 'opened'>

/** The document as it is now. */
export function documentToSave(session: EditorSession): DocumentToSave {
  const { flow, saved, opened } = session.document.getState()
  return { flow, saved, opened }
}

const isStillThere = (session: EditorSession, { saved, opened }: DocumentToSave): boolean => {
  const now = session.document.getState()
  return now.opened === opened && now.saved?.id === saved?.id
}

/** Stores a document. The same thing tried again, by a second press or after a lost answer, makes one flow. */
export function useSaveFlow() {
  const session = useEditorSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, description, target, note = '', board: { flow, saved } }: Save) => {
      const body = {
        name,
        description,
        documentVersion: DOCUMENT_VERSION,
        nodes: [...flow.nodes],
        edges: [...flow.edges],
        // Empty ones, too: what is left out stays as it was.
        groups: [...(flow.groups ?? [])],
        slides: [...(flow.slides ?? [])],
        simulation: { ...flow.simulation },
        ...(note && { note }),
      }
      if (target === 'new' || !saved) return createFlow(body, keyFor(session, flow, name, description, note))
      const changed = { ...body, version: saved.version }
      // What is drawn together is saved as everybody sees it: no version of it is a conflict.
      if (await isOnServer(session)) return updateFlow(saved.id, { ...changed, live: true })
      return saveOver(session, saved.id, changed)
    },
    onSuccess: ({ id, name, description, version }, { board }) => {
      const { markSaved, noteStored } = session.document.getState()
      const note = isStillThere(session, board) ? markSaved : noteStored
      const isShared = board.saved?.id === id && board.saved.isShared
      note({ id, name, description, version, ...(isShared && { isShared }) }, board.flow)
      toast.success('Flow saved successfully!')
      return queries.invalidateQueries(flowsQuery)
    },
  })
}

/** What was sent and not answered yet, or never. It outlives the dialog: whoever tries again may have closed it before. */
const createUnanswered = () => ({
  current: null as { readonly id: string; readonly flow: UpdateFlowRequest } | null,
})

/**
 * Saves over a flow. A newer version that says the same is taken as the one that was to be saved; one that an earlier try has made,
 * whose answer was lost, is our own: neither is a conflict.
 */
async function saveOver(session: EditorSession, id: string, flow: UpdateFlowRequest): Promise<FlowData> {
  const unanswered = session.stateOf(createUnanswered)
  const earlier = unanswered.current?.id === id ? unanswered.current.flow : null
  unanswered.current = { id, flow }
  try {
    const stored = await updateFlow(id, flow)
    unanswered.current = null
    return stored
  } catch (error) {
    const { type, status } = asRequestError(error)
    if (status !== undefined) unanswered.current = null
    if (type !== 'resource/conflict') throw error
    const theirs = await fetchFlow(id)
    if (isSame(theirs, flow)) return theirs
    if (earlier === null || theirs.version !== earlier.version + 1 || !isSame(theirs, earlier)) throw error
    return updateFlow(id, { ...flow, version: theirs.version })
  }
}

const CONTENT = ['name', 'description', 'nodes', 'edges', 'groups', 'slides', 'simulation'] as const

/** Whether both say the same; the server gives back what it was sent. */
const isSame = (a: Partial<FlowData>, b: Partial<FlowData>): boolean =>
  CONTENT.every((part) => JSON.stringify(a[part]) === JSON.stringify(b[part]))

const createLastKey = () => ({
  current: null as { readonly content: readonly [Flow, string, string, string]; readonly key: string } | null,
})

/** A key that stays while what is saved stays, also when the dialog is opened again; other content under it would be refused. */
function keyFor(
  session: EditorSession,
  ...content: [flow: Flow, name: string, description: string, note: string]
): string {
  const last = session.stateOf(createLastKey)
  const isKnown = last.current?.content.every((part, index) => part === content[index])
  if (!last.current || !isKnown) last.current = { content, key: uniqueText(24) }
  return last.current.key
}
