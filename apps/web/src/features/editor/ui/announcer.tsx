import { useAnnouncement } from '../state/announcement.ts'

/** Where announcements are read from. Stands once on the page. */
export function Announcer() {
  const { text, count } = useAnnouncement()
  return (
    <p className="visually-hidden" aria-live="polite">
      {/* The key makes a repeated text a new one, which is read again. */}
      <span key={count}>{text}</span>
    </p>
  )
}
