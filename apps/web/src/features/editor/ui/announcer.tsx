import { useStore } from 'zustand'
import { useEditorSession } from '../session/use-editor-session.ts'

/** Where announcements are read from. Stands once on the page. */
export function Announcer() {
  const session = useEditorSession()
  const { text, count } = useStore(session.announcement)
  return (
    <p className="visually-hidden" aria-live="polite">
      {/* The key makes a repeated text a new one, which is read again. */}
      <span key={count}>{text}</span>
    </p>
  )
}
