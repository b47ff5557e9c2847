import { useEffect } from 'react'
import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { EditorBoundary } from '../features/editor/panels/safe-mode/editor-boundary.tsx'
import { autosave } from '../stores/autosave/autosave.ts'
import { useSession } from '../stores/session.ts'
import { keepOneSheet } from './one-sheet.ts'

/** The editor, with what keeps its boards. */
export function FlowEditorRoute() {
  const token = useSession((session) => session.token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session may be another user's
  useEffect(autosave.start, [token])
  useEffect(keepOneSheet, [])
  return (
    <EditorBoundary>
      <FlowEditorPage />
    </EditorBoundary>
  )
}
