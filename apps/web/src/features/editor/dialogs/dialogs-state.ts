import { create } from 'zustand'

/** Which dialog of the editor is open. */
export const useDialogs = create<{ readonly open: 'save' | 'load' | null }>()(() => ({ open: null }))

export const closeDialog = (): void => useDialogs.setState({ open: null })
