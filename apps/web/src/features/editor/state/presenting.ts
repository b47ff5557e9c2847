import { createStore } from 'zustand/vanilla'

/** Whether others may see the run of this screen, and what of it they are told; null: there is nothing to see. */
export const createPresenting = () =>
  createStore<{ readonly isOn: boolean; readonly told: object | null }>()(() => ({ isOn: false, told: null }))
