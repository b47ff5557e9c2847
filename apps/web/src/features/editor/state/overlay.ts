import { createStore } from 'zustand/vanilla'

/** What lies over the editor when it is asked for. */
export type Overlay = 'chooser' | 'connect' | 'find' | 'palette' | 'shortcuts' | 'menu'

/** Which of them is open: one at a time. */
export const createOverlay = () => createStore<{ readonly open: Overlay | null }>()(() => ({ open: null }))

export interface WithOverlay {
  readonly overlay: ReturnType<typeof createOverlay>
}

export const openOverlay = ({ overlay }: WithOverlay, open: Overlay): void => overlay.setState({ open })
