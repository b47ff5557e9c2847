import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'

interface StorageEnvironment {
  /** Where the panels are noted as they were left; it may throw where the browser refuses storage. */
  readonly storage: () => StateStorage
}

export interface PanelEnvironment extends StorageEnvironment {
  readonly isSmallScreen: () => boolean
}

/** A state as it was left in this browser, else the initial one. */
export const createStored = <State extends object>({ storage }: StorageEnvironment, name: string, initial: State) =>
  createStore<State>()(persist(() => initial, { name, version: 0, storage: createJSONStorage(storage) }))

/** Whether a panel is open, and what else its state holds: as it was left, else open where the screen has room for it beside the canvas. */
export const createStoredPanel = <More extends object>(
  environment: PanelEnvironment,
  name: string,
  more: More = {} as More,
) => createStored<{ readonly open: boolean } & More>(environment, name, { open: !environment.isSmallScreen(), ...more })
