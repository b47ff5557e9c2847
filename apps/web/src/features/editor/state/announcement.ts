import { create } from 'zustand'

export const useAnnouncement = create<{ text: string; count: number }>()(() => ({ text: '', count: 0 }))

/** Tells a screen reader what just happened, after what it is saying now. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }))
}
