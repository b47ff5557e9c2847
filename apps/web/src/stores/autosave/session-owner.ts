import { profileQuery } from '../../shared/api/profile.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useSession } from '../session.ts'
import { noteSession, ownerOfSession } from './draft-database.ts'

const PATIENCE_MS = 1_000

let known: { readonly token: string; readonly owner: string } | null = null

/** Whose session this is or was, as far as this device has noted it. */
export async function knownOwner(token: string): Promise<string | null> {
  if (known?.token === token) return known.owner
  const key = await digest(token)
  const owner = key === null ? null : await ownerOfSession(key).catch(() => null)
  if (typeof owner !== 'string') return null
  known = { token, owner }
  return owner
}

/**
 * Whose session this is: the server's word, or this device's own note where the server has not said anything within a second. Null
 * where neither knows.
 */
export async function learnOwner(token: string): Promise<string | null> {
  const asked = askOwner(token)
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  return (await Promise.race([asked, patience])) ?? (await knownOwner(token)) ?? (await asked)
}

async function askOwner(token: string): Promise<string | null> {
  const profile = await queryClient.fetchQuery({ ...profileQuery, retry: false }).catch(() => null)
  if (profile === null || token !== useSession.getState().token) return null
  // The digest says to nobody who was here.
  const owner = (await digest(profile.email)) ?? profile.email
  known = { token, owner }
  const key = await digest(token)
  if (key !== null) await noteSession(key, owner).catch(() => {})
  return owner
}

/** SHA-256 in hex; null where the browser has none to give, as over plain http. */
async function digest(text: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
