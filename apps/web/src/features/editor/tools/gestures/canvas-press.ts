import { create } from 'zustand'

/** Whether the pointer is down on the canvas: something may be dragged. */
export const useCanvasPress = create<{ readonly pressed: boolean }>()(() => ({ pressed: false }))

const ENDS = ['pointerup', 'pointercancel'] as const

let isSnapOff = false

/** Whether Alt or Control is held with the pointer: guides let go. */
export const isSnappingOff = (): boolean => isSnapOff

const onMove = ({ altKey, ctrlKey, metaKey }: PointerEvent): void => {
  isSnapOff = altKey || ctrlKey || metaKey
}

/** To be called when the pointer goes down on the canvas; it may be let go anywhere. */
export function pressCanvas(): void {
  useCanvasPress.setState({ pressed: true })
  isSnapOff = false
  addEventListener('pointermove', onMove, { capture: true })
  for (const end of ENDS) addEventListener(end, release, { capture: true })
}

function release(): void {
  removeEventListener('pointermove', onMove, { capture: true })
  for (const end of ENDS) removeEventListener(end, release, { capture: true })
  useCanvasPress.setState({ pressed: false })
}
