import type { Context } from 'hono'
import type { Client, SignedInUser } from '../requester.ts'

/** Whom a request counts for: the user's id, or a stranger's network address. */
export function senderOf(context: Context): string {
  const user: SignedInUser | undefined = context.get('user')
  const client: Client = context.get('client')
  return user?.id ?? client.address
}
