import type { NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from '@plimsoll/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { hashToken } from '../auth/session-token.ts'
import {
  addChallenge,
  type FoundPasskey,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  redeemChallenge,
} from './factors.repository.ts'

/** EdDSA, ES256 and RS256 (COSE), which all authenticators know one of. */
const ALGORITHMS = [-8, -7, -257]
/** How long somebody may take. */
const CHALLENGE_MS = 300_000
const RELYING_PARTY = 'Plimsoll'

interface PasskeysOptions {
  database: Database
  /** The origin under which browsers reach this server; the Host header does not count. */
  publicUrl: () => string
  now: () => number
}

interface Use {
  purpose: 'sign-in' | 'confirm'
  /** Whose passkey it must be; undefined when nobody is signed in. */
  userId: string | undefined
}

/** A passkey that has signed a challenge. */
export interface UsedPasskey {
  passkey: FoundPasskey
  /** How often the authenticator says that it was used. */
  counter: number
}

/** Speaks Web Authentication with browsers. Authenticators must verify their user, and each challenge is good for once. */
export function createPasskeys({ database, publicUrl, now }: PasskeysOptions) {
  // Loaded when somebody uses a passkey: it is large.
  const webAuthn = () => import('@simplewebauthn/server')
  const rpID = () => new URL(publicUrl()).hostname
  const expected = () => ({ expectedOrigin: publicUrl(), expectedRPID: rpID(), requireUserVerification: true })

  type Purpose = Schema['passkey_challenges']['purpose']
  const keepChallenge = (challenge: string, purpose: Purpose, userId: string | undefined) =>
    database.write((queries) => {
      const row = { challenge_hash: hashToken(challenge), purpose, user_id: userId ?? null }
      return addChallenge(queries, { ...row, expires_at: now() + CHALLENGE_MS }, now())
    })
  const useChallenge = (purpose: Purpose, userId: string | undefined) => (challenge: string) =>
    database.write((queries) =>
      redeemChallenge(queries, { challenge_hash: hashToken(challenge), purpose, user_id: userId ?? null }, now()),
    )

  return {
    /** What a browser makes a passkey with. */
    async creationOptions({ id, email, name }: { id: string; email: string; name: string }): Promise<PasskeyOptions> {
      const { generateRegistrationOptions } = await webAuthn()
      const present = await listPasskeys(database.read, id)
      const options = await generateRegistrationOptions({
        ...{ rpName: RELYING_PARTY, rpID: rpID(), attestationType: 'none', timeout: CHALLENGE_MS },
        ...{ userID: new TextEncoder().encode(id), userName: email, userDisplayName: name },
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: present.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await keepChallenge(options.challenge, 'add', id)
      return { ...options }
    },

    /** The passkey that a browser has made; undefined when it is not as it was asked for. */
    async readNew(userId: string, response: NewPasskeyResponse) {
      const { verifyRegistrationResponse } = await webAuthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected(),
        response: response as RegistrationResponseJSON,
        supportedAlgorithmIDs: ALGORITHMS,
        expectedChallenge: useChallenge('add', userId),
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) return undefined
      const { id, publicKey, counter } = registrationInfo.credential
      const transports = JSON.stringify(response.response.transports ?? [])
      const key = Buffer.from(publicKey).toString('base64url')
      return { credential_id: id, public_key: key, counter, transports }
    },

    /** What a browser asks an authenticator with. Without a user it offers all passkeys that it has for this server. */
    async requestOptions({ purpose, userId }: Use): Promise<PasskeyOptions> {
      const { generateAuthenticationOptions } = await webAuthn()
      const own = userId === undefined ? [] : await listPasskeys(database.read, userId)
      const options = await generateAuthenticationOptions({
        ...{ rpID: rpID(), userVerification: 'required', timeout: CHALLENGE_MS },
        allowCredentials: own.map(descriptor),
      })
      await keepChallenge(options.challenge, purpose, userId)
      return { ...options }
    },

    /** The passkey that signed a challenge; undefined when anything about it is wrong. */
    async readUse({ purpose, userId }: Use, response: PasskeyResponse): Promise<UsedPasskey | undefined> {
      const passkey = await findPasskey(database.read, response.id)
      const handle = response.response.userHandle
      if (!passkey || (userId !== undefined && passkey.user_id !== userId)) return undefined
      if (handle !== undefined && handle !== Buffer.from(passkey.user_id).toString('base64url')) return undefined
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expected(),
        response: response as AuthenticationResponseJSON,
        expectedChallenge: useChallenge(purpose, userId),
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: passkey.counter,
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      return verified && authenticationInfo ? { passkey, counter: authenticationInfo.newCounter } : undefined
    },
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

const descriptor = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
})
