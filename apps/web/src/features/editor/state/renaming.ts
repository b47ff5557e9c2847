import { FLOW_LIMITS } from '@plimsoll/flow'
import { create } from 'zustand'
import { useDiagram } from '../../../stores/diagram.ts'
import type { Step } from '../../../stores/history.ts'
import { announce } from './announcement.ts'

interface Renaming {
  readonly id: string
  /** What the new name is undone with: the group's appearance, when that is new too. */
  readonly step: Step
}

/** Which group's name is being typed. */
export const useRenaming = create<{ readonly renaming: Renaming | null }>()(() => ({ renaming: null }))

export const startRenaming = (id: string, step: Step = {}): void => useRenaming.setState({ renaming: { id, step } })

/** Takes the name, or leaves it as it was for null or an empty one. */
export function endRenaming(typed: string | null): void {
  const { renaming } = useRenaming.getState()
  const label = typed?.trim().slice(0, FLOW_LIMITS.groupLabel)
  useRenaming.setState({ renaming: null })
  if (!renaming || !label) return
  useDiagram.getState().dispatch({ type: 'change-group', id: renaming.id, to: { label } }, { step: renaming.step })
  announce(`Group named ${label}`)
}
