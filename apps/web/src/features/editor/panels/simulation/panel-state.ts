import { createJSONStorage, persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'

export type SectionTitle = 'Over time' | 'Utilization' | 'Bottlenecks' | 'Error analysis'

/** What is open of the Simulation Panel; a section that nobody folded is. */
type SimulationPanelState = { readonly open: boolean } & Readonly<Partial<Record<SectionTitle, boolean>>>

/** The panel as it was left, else open where the screen has room for it beside the canvas. */
export const createSimulationPanel = ({ environment: { storage, isSmallScreen } }: EditorSession) =>
  createStore<SimulationPanelState>()(
    persist((): SimulationPanelState => ({ open: !isSmallScreen() }), {
      name: 'simulation-panel',
      version: 0,
      storage: createJSONStorage(storage),
    }),
  )
