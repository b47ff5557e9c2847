import { createStore } from 'zustand/vanilla'

export type EditorDialog = 'save' | 'load' | 'share' | 'earlier' | 'versions' | 'animation' | 'slide-show'

/** Which dialog of the editor is open. */
export const createDialogs = () => createStore<{ readonly open: EditorDialog | null }>()(() => ({ open: null }))
