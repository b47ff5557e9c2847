import { type FlowData, mayRole } from '@plimsoll/contract'
import { toast } from '../ui/toast.ts'

/** Says that a flow of another can only be looked at, before anybody works on it for nothing. */
export function tellRole({ role }: Pick<FlowData, 'role'>): void {
  if (role === undefined || mayRole(role, 'save')) return
  const purpose = mayRole(role, 'comment') ? 'look at and to comment on' : 'look at'
  toast.info(`This flow is shared with you to ${purpose}. What you change can be saved as a copy.`)
}
