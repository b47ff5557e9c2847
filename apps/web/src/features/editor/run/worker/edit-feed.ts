import { editWords, type Flow } from '@plimsoll/flow'
import { engineOf } from '@plimsoll/simulation'
import type { WithRun } from '../run.ts'
import { isSameSystem } from './same-system.ts'

/**
 * Passes on edits of the diagram, at most one a frame, and what they changed in words; `onReplaced` when another one was put on the canvas, or another engine is to run
 * it. Returns how to stop.
 */
export function followEdits(
  session: WithRun,
  {
    onEdit,
    onReplaced,
  }: {
    onEdit: (flow: Flow, words: readonly string[]) => void
    onReplaced: () => void
  },
): () => void {
  let known = session.document.getState().flow
  let frame = 0

  function look(): void {
    frame = 0
    const { flow } = session.document.getState()
    if (!isSameSystem(flow, known)) onEdit(flow, editWords(known, flow))
    known = flow
  }

  const unsubscribe = session.document.subscribe(({ flow, opened }, before) => {
    if (opened !== before.opened || engineOf(flow.simulation) !== engineOf(before.flow.simulation)) onReplaced()
    else if (flow !== before.flow && frame === 0) frame = requestAnimationFrame(look)
  })
  return () => {
    unsubscribe()
    cancelAnimationFrame(frame)
  }
}
