import type { FlowChange } from '@plimsoll/flow'
import type { Finding } from './finding.ts'

/** The proposed changes as one change of the flow, and so one step to undo; null: there are none. */
export function changeFor({ changes }: Pick<Finding, 'changes'>): FlowChange | null {
  if (changes.length === 0) return null
  return {
    type: 'several',
    changes: changes.map(({ of, id, property, to }) => ({ type: 'set-property', of, id, path: property, value: to })),
  }
}
