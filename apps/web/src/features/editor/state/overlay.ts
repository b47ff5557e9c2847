import { create } from 'zustand'

/** What lies over the editor when it is asked for. */
export type Overlay = 'chooser' | 'find' | 'palette' | 'shortcuts' | 'menu'

/** Which of them is open: one at a time. */
export const useOverlay = create<{ readonly open: Overlay | null }>()(() => ({ open: null }))

export const openOverlay = (open: Overlay): void => useOverlay.setState({ open })

export const closeOverlay = (): void => useOverlay.setState({ open: null })
