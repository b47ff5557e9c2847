import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { AutosaveStatus } from '../../../stores/autosave/autosave-status.ts'
import type { DiagramState } from '../../../stores/diagram.ts'
import type { ShownRun } from '../run/run.ts'
import type { EditorSession } from './editor-session.ts'

const EditorSessionContext = createContext<EditorSession | null>(null)

export const EditorSessionProvider = EditorSessionContext.Provider

/** The session of the editor that this is part of. */
export function useEditorSession(): EditorSession {
  const session = useContext(EditorSessionContext)
  if (session === null) throw new Error('There is no editor session here.')
  return session
}

/** What `select` takes of the document, and again whenever that changes. */
export const useDocument = <Selected>(select: (state: DiagramState) => Selected): Selected =>
  useStore(useEditorSession().document, select)

/** What `select` takes of the run, and again whenever that changes. */
export const useRun = <Selected>(select: (run: ShownRun) => Selected): Selected =>
  useStore(useEditorSession().run.store, select)

/** What `select` takes of the status of autosave, and again whenever that changes. */
export const useAutosave = <Selected>(select: (status: AutosaveStatus) => Selected): Selected =>
  useStore(useEditorSession().autosave.status, select)
