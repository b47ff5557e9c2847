import type { FlowData } from '@plimsoll/contract'
import type { AutosaveSession } from '../../stores/autosave/autosave-session.ts'
import { type DocumentStore, hasUnsavedChanges, isSharedFlow } from '../../stores/diagram.ts'
import { openFlow } from '../../stores/open-flow.ts'

interface Surroundings {
  readonly document: DocumentStore
  readonly autosave: Pick<AutosaveSession, 'status' | 'earlierDrafts' | 'openEarlier'>
  /** Null when there is none for this user. */
  readonly fetchFlow: (id: string) => Promise<FlowData | null>
  /** Whether another address was gone to meanwhile: then nothing is opened any more. */
  readonly isOver: () => boolean
}

/** Why an address shows no flow: there is none for this user; it cannot be had now; it cannot be read. */
export type NoFlow = 'missing' | 'failed' | 'unreadable'

/**
 * Opens the flow that an address names, with what its user changed and has not saved: the open document, then a draft, then the
 * library. Null when it is open.
 */
export async function openFlowOfAddress(id: string, surroundings: Surroundings): Promise<NoFlow | null> {
  const { document, autosave, fetchFlow, isOver } = surroundings
  await lastDraftRestored(autosave.status)
  if (isOver() || (isOpen(document, id) && hasUnsavedChanges(document.getState()))) return null
  if (!isOpen(document, id) && (await openDraftOf(id, surroundings))) return null
  if (isOver()) return null
  try {
    const stored = await fetchFlow(id)
    if (isOver()) return null
    if (stored === null) return 'missing'
    const { saved, receive } = document.getState()
    // It may be shared since it was opened here.
    if (saved?.id === id && !saved.isShared && isSharedFlow(stored)) receive({ saved: { ...saved, isShared: true } })
    if (isOpen(document, id) && (hasUnsavedChanges(document.getState()) || saved?.version === stored.version))
      return null
    return openFlow(document, stored, { isQuiet: true }) ? null : 'unreadable'
  } catch {
    return isOpen(document, id) ? null : 'failed'
  }
}

export const isOpen = (document: DocumentStore, id: string): boolean => document.getState().saved?.id === id

async function openDraftOf(id: string, { autosave, isOver }: Surroundings): Promise<boolean> {
  try {
    const drafts = await autosave.earlierDrafts()
    const draft = drafts.find(({ saved }) => saved?.id === id)
    return draft !== undefined && !isOver() && (await autosave.openEarlier(draft.id))
  } catch {
    // Without drafts, as where the storage fails, the library has the flow.
    return false
  }
}

/** Until then the document may still be replaced. Where there is trouble, nothing is restored soon. */
function lastDraftRestored(status: AutosaveSession['status']): Promise<void> {
  const isSettled = () => status.getState().isReady || status.getState().trouble !== null
  if (isSettled()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = status.subscribe(() => {
      if (!isSettled()) return
      stop()
      resolve()
    })
  })
}
