import type { GivenRole } from '@plimsoll/contract'

/** What somebody is, within a sentence. */
export const ROLE_TEXTS: Readonly<Record<GivenRole, string>> = {
  viewer: 'a viewer',
  commenter: 'a commenter',
  editor: 'an editor',
}
