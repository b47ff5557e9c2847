import { createStore } from 'zustand/vanilla'

export const createAnnouncement = () => createStore<{ text: string; count: number }>()(() => ({ text: '', count: 0 }))

/** Tells a screen reader what just happened, after what it is saying now. */
export function announce(
  { announcement }: { readonly announcement: ReturnType<typeof createAnnouncement> },
  text: string,
): void {
  announcement.setState(({ count }) => ({ text, count: count + 1 }))
}
