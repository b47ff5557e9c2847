import { type FlowData, mayRole } from '@plimsoll/contract'
import { toast } from '../ui/toast.ts'

/** Says that a flow of another can only be looked at, before anybody works on it for nothing. */
export function tellRole({ role }: Pick<FlowData, 'role'>): void {
  if (role === undefined || mayRole(role, 'save')) return
  toast.info('This flow is shared with you to look at. What you change can be saved as a copy.')
}
