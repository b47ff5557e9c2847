import { create } from 'zustand'

/** From which component a connection is being chosen by list. */
export const useConnecting = create<{ readonly from: string | null }>()(() => ({ from: null }))

/** Opens the list of what a component can be connected to; null closes it. */
export const connectFrom = (from: string | null): void => useConnecting.setState({ from })
