import { type Clock, within } from './clock.ts'

/** Says whose session a token is. */
export interface SessionOwners {
  /** What this device has noted; null when it has not. */
  known(token: string): Promise<string | null>
  /** What the server says, or this device's note when the server has not answered within a second. Null when neither knows. */
  learn(token: string): Promise<string | null>
}

/** Notes on this device, by digest, so that they say to nobody who was here. */
export interface SessionNotes {
  ownerOfSession(digest: string): Promise<unknown>
  /** There is one session at a time: this replaces the note of an earlier one. */
  noteSession(digest: string, owner: string): Promise<void>
  forgetSessions(): Promise<void>
}

interface SessionOwnersOptions {
  readonly notes: SessionNotes
  readonly clock: Clock
  /** Asks the server for the address of the account; null when there is no answer for this token. */
  readonly emailOf: (token: string) => Promise<string | null>
}

const TIMEOUT_MS = 1_000

export function createSessionOwners({ notes, clock, emailOf }: SessionOwnersOptions): SessionOwners {
  let last: { readonly token: string; readonly owner: string } | null = null

  async function known(token: string): Promise<string | null> {
    if (last?.token === token) return last.owner
    const key = await digest(token)
    const owner = key === null ? null : await notes.ownerOfSession(key).catch(() => null)
    if (typeof owner !== 'string') return null
    last = { token, owner }
    return owner
  }

  async function ask(token: string): Promise<string | null> {
    const email = await emailOf(token).catch(() => null)
    if (email === null) return null
    const owner = (await digest(email)) ?? email
    last = { token, owner }
    const key = await digest(token)
    if (key !== null) await notes.noteSession(key, owner).catch(() => {})
    return owner
  }

  return {
    known,
    learn: async (token) => {
      const asked = ask(token)
      return (await within(clock, TIMEOUT_MS, asked, null)) ?? (await known(token)) ?? (await asked)
    },
  }
}

/** SHA-256 in hex; null where the browser has none to give, as over plain http. */
async function digest(text: string): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
