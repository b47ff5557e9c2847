import type { Flow } from '@plimsoll/flow'
import { useDiagram } from '../../../../stores/diagram.ts'
import { isSameSystem } from './same-system.ts'

/** Passes on edits of the diagram, at most one a frame; `onReplaced` when another one was put on the canvas. Returns how to stop. */
export function followEdits({
  onEdit,
  onReplaced,
}: {
  onEdit: (flow: Flow) => void
  onReplaced: () => void
}): () => void {
  let known = useDiagram.getState().flow
  let frame = 0

  function look(): void {
    frame = 0
    const { flow } = useDiagram.getState()
    if (!isSameSystem(flow, known)) onEdit(flow)
    known = flow
  }

  const unsubscribe = useDiagram.subscribe(({ flow, opened }, before) => {
    if (opened !== before.opened) onReplaced()
    else if (flow !== before.flow && frame === 0) frame = requestAnimationFrame(look)
  })
  return () => {
    unsubscribe()
    cancelAnimationFrame(frame)
  }
}
