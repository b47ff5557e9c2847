import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { EditorSession } from '../../features/editor/session/editor-session.ts'
import { useSession } from '../../stores/session.ts'

/** Holds the editor session of who is signed in: it outlives a visit to the library, and ends with the sign-in. */
interface Holder {
  /** The session for a sign-in, made by `create` when there is none yet. */
  of(token: string | null, create: () => EditorSession): EditorSession
  /** Ends the sessions for other sign-ins. */
  endOthers(token: string | null): void
}

function createHolder(): Holder {
  const sessions = new Map<string | null, EditorSession>()
  return {
    of(token, create) {
      const session = sessions.get(token) ?? create()
      sessions.set(token, session)
      return session
    },
    endOthers(token) {
      for (const [other, session] of sessions) {
        if (other === token) continue
        session.dispose()
        sessions.delete(other)
      }
    },
  }
}

const HolderContext = createContext<Holder | null>(null)

export function EditorSessionHolder({ children }: { children: ReactNode }) {
  const [holder] = useState(createHolder)
  const token = useSession((session) => session.token)
  useEffect(() => holder.endOthers(token), [holder, token])
  return <HolderContext.Provider value={holder}>{children}</HolderContext.Provider>
}

export function useEditorSessionHolder(): Holder {
  const holder = useContext(HolderContext)
  if (holder === null) throw new Error('Nothing holds an editor session here.')
  return holder
}
