import { createStore } from 'zustand/vanilla'

/** On a small screen the properties are opened on demand: they would cover what was just selected. */
export const createPropertiesPanel = () => createStore<{ readonly open: boolean }>()(() => ({ open: false }))
