import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'

interface CanvasPress {
  /** Whether the pointer is down on the canvas: something may be dragged. */
  readonly pressed: boolean
  /** Whether Alt or Control is held with the pointer: guides let go. */
  readonly isSnappingOff: boolean
}

export const createCanvasPress = () => createStore<CanvasPress>()(() => ({ pressed: false, isSnappingOff: false }))

const ENDS = ['pointerup', 'pointercancel'] as const

/** To be called when the pointer goes down on the canvas; it may be let go anywhere. */
export function pressCanvas(session: EditorSession): void {
  const press = session.stateOf(createCanvasPress)
  if (press.getState().pressed) return
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const release = () => {
    end.abort()
    press.setState({ pressed: false })
  }
  press.setState({ pressed: true, isSnappingOff: false })
  addEventListener(
    'pointermove',
    ({ altKey, ctrlKey, metaKey }) => {
      const isSnappingOff = altKey || ctrlKey || metaKey
      if (isSnappingOff !== press.getState().isSnappingOff) press.setState({ isSnappingOff })
    },
    options,
  )
  for (const type of ENDS) addEventListener(type, release, options)
}
