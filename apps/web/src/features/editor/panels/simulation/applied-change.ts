import { changeFor, type Finding, type WindowFigures } from '@plimsoll/simulation'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'

/** A proposal that was applied, and the ten seconds before. */
export interface AppliedChange {
  readonly finding: Finding
  /** Simulated ms. */
  readonly atMs: number
  readonly before: WindowFigures | null
}

export const createAppliedChange = () => createStore<{ applied: AppliedChange | null }>()(() => ({ applied: null }))

/** Does what a finding proposes, as one step to undo. */
export function applyProposal(session: EditorSession, finding: Finding): void {
  const change = changeFor(finding)
  if (change === null) return
  const { snapshot } = session.run.store.getState()
  session.document.getState().dispatch(change)
  session.stateOf(createAppliedChange).setState({
    applied: { finding, atMs: snapshot?.elapsedTime ?? 0, before: snapshot?.windows.last10s ?? null },
  })
}
