import { browserEnvironment } from '../../features/editor/session/browser-environment.ts'
import { createEditorSession, type EditorSession } from '../../features/editor/session/editor-session.ts'
import { useSession } from '../../stores/session.ts'
import { useEditorSessionHolder } from './editor-session-holder.tsx'

/** The editor session of who is signed in. Loads code of the editor: not for the first screens. */
export function useHeldEditorSession(): EditorSession {
  const token = useSession((session) => session.token)
  return useEditorSessionHolder().of(token, () => createEditorSession(browserEnvironment))
}
