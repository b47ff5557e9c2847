import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

export interface PanelEnvironment {
  /** Where the panels are noted as they were left; it may throw where the browser refuses storage. */
  readonly storage: () => StateStorage
  readonly isSmallScreen: () => boolean
}

/** Whether a panel is open, and what else its state holds: as it was left, else open where the screen has room for it beside the canvas. */
export const createStoredPanel = <More extends object>(
  { storage, isSmallScreen }: PanelEnvironment,
  name: string,
  more: More = {} as More,
) =>
  createStore<{ readonly open: boolean } & More>()(
    persist(() => ({ open: !isSmallScreen(), ...more }), { name, version: 0, storage: createJSONStorage(storage) }),
  )
