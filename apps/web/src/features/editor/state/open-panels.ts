import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

export interface PanelEnvironment {
  /** Where the panels are noted as they were left; it may throw where the browser refuses storage. */
  readonly storage: () => StateStorage
  readonly isSmallScreen: () => boolean
}

/** Whether the Flow Panel is open: as it was left, else open where the screen has room for it beside the canvas. */
export const createFlowPanel = ({ storage, isSmallScreen }: PanelEnvironment) =>
  createStore<{ readonly open: boolean }>()(
    persist(() => ({ open: !isSmallScreen() }), {
      name: 'flow-panel',
      version: 0,
      storage: createJSONStorage(storage),
    }),
  )

/** On a small screen the properties are a sheet of their own, opened on demand: it would cover what was just selected. */
export const createPropertiesSheet = () => createStore<{ readonly open: boolean }>()(() => ({ open: false }))
