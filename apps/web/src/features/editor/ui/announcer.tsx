import { create } from 'zustand'

const useAnnouncement = create<{ text: string; count: number }>()(() => ({ text: '', count: 0 }))

/** Tells a screen reader what just happened, after what it is saying now. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }))
}

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
