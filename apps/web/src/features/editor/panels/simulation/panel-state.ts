import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type SectionTitle = 'Over time' | 'Utilization' | 'Bottlenecks' | 'Error analysis'

/** What is open of the Simulation Panel; a section that nobody folded is. */
type SimulationPanelState = { readonly open: boolean } & Readonly<Partial<Record<SectionTitle, boolean>>>

/** The panel as it was left, else open where the screen has room for it beside the canvas. */
export const useSimulationPanel = create<SimulationPanelState>()(
  persist((): SimulationPanelState => ({ open: !matchMedia('(max-width: 48rem)').matches }), {
    name: 'simulation-panel',
    version: 0,
  }),
)
