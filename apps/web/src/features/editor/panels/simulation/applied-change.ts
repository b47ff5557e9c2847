import type { Flow } from '@plimsoll/flow'
import { type ComparedWindow, changeFor, comparedWindow, type Finding } from '@plimsoll/simulation'
import { createStore } from 'zustand/vanilla'
import type { EditorSession } from '../../session/editor-session.ts'

/** A proposal that was applied, and the ten seconds before. */
export interface AppliedChange {
  readonly finding: Finding
  /** Simulated ms. */
  readonly atMs: number
  readonly before: ComparedWindow | null
}

export const createAppliedChange = () =>
  createStore<{ applied: AppliedChange | null; clickedAt: number }>()(() => ({
    applied: null,
    clickedAt: Number.NEGATIVE_INFINITY,
  }))

/** Whether a flow has the values that a finding proposes: not once they were taken back, or changed again. */
export const isInForce = ({ changes }: Finding, { nodes, edges }: Flow): boolean =>
  changes.every(({ of, id, property, to }) => {
    const element = (of === 'node' ? nodes : edges).find((one) => one.id === id)
    return element !== undefined && (element.data as Readonly<Record<string, unknown>>)[property] === to
  })

/** After a proposal is applied, its finding goes, and the next one comes under the pointer: the second click of a double click is not meant for that. */
const DOUBLE_CLICK_MS = 500

/** Does what a finding proposes, as one step to undo. */
export function applyProposal(session: EditorSession, finding: Finding): void {
  const change = changeFor(finding)
  const appliedChange = session.stateOf(createAppliedChange)
  const now = session.environment.now()
  if (change === null || now - appliedChange.getState().clickedAt < DOUBLE_CLICK_MS) return
  const { snapshot } = session.run.store.getState()
  session.document.getState().dispatch(change)
  appliedChange.setState({
    clickedAt: now,
    applied: { finding, atMs: snapshot?.elapsedTime ?? 0, before: snapshot && comparedWindow(snapshot) },
  })
}
