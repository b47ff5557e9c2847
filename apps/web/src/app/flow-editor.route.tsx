import { useEffect } from 'react'
import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { EditorBoundary } from '../features/editor/panels/safe-mode/editor-boundary.tsx'
import { EditorSessionProvider } from '../features/editor/session/use-editor-session.ts'
import { useSession } from '../stores/session.ts'
import { useHeldEditorSession } from './editor-session/use-held-editor-session.ts'

/** The editor with its session, which outlives a visit to the library. */
export function FlowEditorRoute() {
  const token = useSession((session) => session.token)
  const session = useHeldEditorSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session may be another user's
  useEffect(session.autosave.start, [token])
  return (
    <EditorSessionProvider key={token} value={session}>
      <EditorBoundary>
        <FlowEditorPage />
      </EditorBoundary>
    </EditorSessionProvider>
  )
}
