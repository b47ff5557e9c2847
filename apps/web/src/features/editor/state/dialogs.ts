import { create } from 'zustand'

export type EditorDialog = 'save' | 'load' | 'earlier'

/** Which dialog of the editor is open. */
export const useDialogs = create<{ readonly open: EditorDialog | null }>()(() => ({ open: null }))

export const closeDialog = (): void => useDialogs.setState({ open: null })
