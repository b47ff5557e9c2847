import { create } from 'zustand'

/** Whether the pointer is down on the canvas: something may be dragged. */
export const useCanvasHeld = create<{ readonly held: boolean }>()(() => ({ held: false }))

const ENDS = ['pointerup', 'pointercancel'] as const

/** To be called when the pointer goes down on the canvas; it may be let go anywhere. */
export function holdCanvas(): void {
  useCanvasHeld.setState({ held: true })
  for (const end of ENDS) addEventListener(end, release, { capture: true })
}

function release(): void {
  for (const end of ENDS) removeEventListener(end, release, { capture: true })
  useCanvasHeld.setState({ held: false })
}
