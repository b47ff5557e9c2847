import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from '../auth/session-token.ts'
import type { OutboxAccess } from './outbox.actions.ts'

/** Who may see the outbox: whoever knows a secret of this process. See docs/decisions/0264. */
export function createOutboxAccess(): OutboxAccess & { readonly secret: string } {
  const secret = newToken()
  const derived = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const isSame = (one: string, other: string) =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
  return {
    secret,
    // Of the same length, whatever is given.
    isOpenTo: (given) => isSame(derived(given), derived(secret)),
    keyOf: derived,
    isKeyOf: (id, key) => isSame(derived(key), derived(derived(id))),
  }
}
