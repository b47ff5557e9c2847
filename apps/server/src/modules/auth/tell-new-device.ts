import type { Queries } from '../../database/database.ts'
import { queueMail } from '../../mail/mails.repository.ts'
import type { Client } from '../../requester.ts'
import type { Limits } from '../limits/limits.ts'
import { noteDevice } from './devices.repository.ts'
import { hashToken } from './session-token.ts'

interface Login {
  user: { id: string; email: string; isDemo: boolean }
  /** The id that the browser keeps; without one, what the client and its network address are like. */
  device: string | undefined
  client: Client
  limits: Limits
  now: number
}

/** Queues a mail when an account is logged in to from a browser that it has not used. Returns whether it is one. */
export async function tellNewDevice(queries: Queries, { user, device, client, limits, now }: Login): Promise<boolean> {
  if (user.isDemo) return false
  const deviceHash = hashToken(device ?? `${client.userAgent} at ${client.address}`)
  const isNew = await noteDevice(queries, { userId: user.id, deviceHash, now })
  if (isNew && (await limits.takeLoginMail(queries, user.email)))
    await queueMail(queries, { kind: 'new-device', email: user.email, now })
  return isNew
}
