import type { ReactFlowState } from '@xyflow/react'
import type { EditorSession } from '../../session/editor-session.ts'
import { createCanvasShift } from './canvas-shift.ts'
import type { DotsScene } from './dots-renderer.ts'
import { createEdgePaths } from './edge-paths.ts'

interface FlowCanvas {
  getState(): ReactFlowState
  subscribe(listener: (state: ReactFlowState, before: ReactFlowState) => void): () => void
}

/** The dots of the editor lie on its canvas, where nodes are dragged and the viewport is moved. */
export function dotsOfEditor(session: EditorSession, flow: FlowCanvas, canvas: HTMLCanvasElement): DotsScene {
  const { follow, expire } = createEdgePaths(session, flow.getState)
  const shift = createCanvasShift(canvas)
  return {
    run: session.run,
    viewport: session.viewport.getState,
    follow,
    shift: () => shift(session.viewport.getState()),
    onMove(tell) {
      const ends = [
        flow.subscribe((state, before) => {
          expire()
          if (state.nodes !== before.nodes) tell()
        }),
        session.directDrag.subscribe(() => {
          expire()
          tell()
        }),
        session.viewport.subscribe(tell),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
