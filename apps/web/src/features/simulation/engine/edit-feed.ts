import type { Flow } from '@plimsoll/flow'
import { useDiagram } from '../../../stores/diagram.ts'
import { isSameSystem, isSuccessor } from './edits.ts'

/** Passes on edits of the diagram, at most one a frame; `onGone` when nothing of the diagram is left. Returns how to stop. */
export function followEdits({ onEdit, onGone }: { onEdit: (flow: Flow) => void; onGone: () => void }): () => void {
  let known = useDiagram.getState().flow
  let frame = 0

  function look(): void {
    frame = 0
    const { flow } = useDiagram.getState()
    const before = known
    known = flow
    if (!isSuccessor(flow, before)) onGone()
    else if (!isSameSystem(flow, before)) onEdit(flow)
  }

  const unsubscribe = useDiagram.subscribe(({ flow }, { flow: before }) => {
    if (flow !== before && frame === 0) frame = requestAnimationFrame(look)
  })
  return () => {
    unsubscribe()
    cancelAnimationFrame(frame)
  }
}
