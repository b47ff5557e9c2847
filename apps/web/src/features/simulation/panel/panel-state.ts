import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Whether the Simulation Panel is open: as it was left, else open where the screen has room for it beside the canvas. */
export const useSimulationPanel = create<{ readonly open: boolean }>()(
  persist(() => ({ open: !matchMedia('(max-width: 48rem)').matches }), { name: 'simulation-panel', version: 0 }),
)
