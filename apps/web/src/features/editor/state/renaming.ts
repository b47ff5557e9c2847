import { FLOW_LIMITS } from '@plimsoll/flow'
import { createStore } from 'zustand/vanilla'
import type { DocumentStore } from '../../../stores/diagram.ts'
import type { Step } from '../../../stores/history.ts'
import { announce } from './announcement.ts'

interface Renaming {
  readonly id: string
  /** What the new name is undone with: the group's appearance, when that is new too. */
  readonly step: Step
}

/** Which group's name is being typed. */
export const createRenaming = () => createStore<{ readonly renaming: Renaming | null }>()(() => ({ renaming: null }))

interface WithRenaming {
  readonly renaming: ReturnType<typeof createRenaming>
}

export const startRenaming = ({ renaming }: WithRenaming, id: string, step: Step = {}): void =>
  renaming.setState({ renaming: { id, step } })

/** Takes the name, or leaves it as it was for null or an empty one. */
export function endRenaming(
  session: WithRenaming & Parameters<typeof announce>[0] & { readonly document: DocumentStore },
  typed: string | null,
): void {
  const { renaming } = session.renaming.getState()
  const label = typed?.trim().slice(0, FLOW_LIMITS.groupLabel)
  session.renaming.setState({ renaming: null })
  if (!renaming || !label) return
  session.document
    .getState()
    .dispatch({ type: 'change-group', id: renaming.id, to: { label } }, { step: renaming.step })
  announce(session, `Group named ${label}`)
}
