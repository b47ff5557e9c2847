import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { FlowEditorPage } from '../features/editor/flow-editor.page.tsx'
import { EditorBoundary } from '../features/editor/panels/safe-mode/editor-boundary.tsx'
import { EditorSessionProvider } from '../features/editor/session/use-editor-session.ts'
import { readFlowPath } from '../shared/config/paths.ts'
import { LoadingScreen } from '../shared/ui/loading-screen.tsx'
import { useSession } from '../stores/session.ts'
import { useHeldEditorSession } from './editor-session/use-held-editor-session.ts'
import { useFlowOfAddress } from './flow-of-address/use-flow-of-address.ts'
import { WithoutFlow } from './flow-of-address/without-flow.tsx'

/** The editor with its session, which outlives a visit to the library; with the flow that the address names, if it names one. */
export function FlowEditorRoute() {
  const token = useSession((session) => session.token)
  const session = useHeldEditorSession()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session may be another user's
  useEffect(session.autosave.start, [token])
  const { state, tryAgain } = useFlowOfAddress(session, readFlowPath(pathname)?.id ?? null)
  if (state === 'opening') return <LoadingScreen />
  if (state !== 'open') return <WithoutFlow reason={state} onTryAgain={tryAgain} />
  return (
    <EditorSessionProvider key={token} value={session}>
      <EditorBoundary>
        <FlowEditorPage />
      </EditorBoundary>
    </EditorSessionProvider>
  )
}
