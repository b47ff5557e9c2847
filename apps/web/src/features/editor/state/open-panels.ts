import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Whether the Flow Panel is open: as it was left, else open where the screen has room for it beside the canvas. */
export const useFlowPanel = create<{ readonly open: boolean }>()(
  persist(() => ({ open: !matchMedia('(max-width: 48rem)').matches }), { name: 'flow-panel', version: 0 }),
)

/** On a small screen the properties are a sheet of their own, opened on demand: it would cover what was just selected. */
export const usePropertiesSheet = create<{ readonly open: boolean }>()(() => ({ open: false }))
