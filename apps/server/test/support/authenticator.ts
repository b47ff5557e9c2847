import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from '@plimsoll/contract'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { ORIGIN } from './sign-in-by-provider.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** How an answer differs from what an honest browser and authenticator send. */
interface Oddity {
  origin?: string
  rpId?: string
  /** Whether the authenticator knows who uses it. */
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** A browser with an authenticator that holds one passkey (ES256, attestation "none"), as Web Authentication describes both. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0
  /** Of nobody, until it has made a passkey. */
  let userHandle = 'bm9ib2R5'

  const clientData = (type: string, { challenge }: PasskeyOptions, { origin = ORIGIN }: Oddity) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData({ rpId = 'localhost', isVerified = true, counter = ++uses }: Oddity, credential?: Buffer) {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)])
  }

  function credentialData() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const [xBytes, yBytes] = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes as Uint8Array],
      [-3, yBytes as Uint8Array],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key as never)])
  }

  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id,
    /** Answers the options for a new passkey. */
    create(options: PasskeyOptions, oddity: Oddity = {}): NewPasskeyResponse {
      userHandle = (options.user as { id: string }).id
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(oddity, credentialData()))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, oddity).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options for a sign-in. */
    get(options: PasskeyOptions, oddity: Oddity = {}): PasskeyResponse {
      const client = clientData('webauthn.get', options, oddity)
      const data = authenticatorData(oddity)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: oddity.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
