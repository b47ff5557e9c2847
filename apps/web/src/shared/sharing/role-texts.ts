import type { FlowRole } from '@plimsoll/contract'

/** What somebody is, within a sentence. */
export const ROLE_TEXTS: Readonly<Record<FlowRole, string>> = {
  viewer: 'a viewer',
  commenter: 'a commenter',
  editor: 'an editor',
  owner: 'an owner',
}
