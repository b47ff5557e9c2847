import { UNKNOWN_ERROR } from '@plimsoll/contract'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { RequestError } from '../api/client.ts'
import {
  addPasskey,
  confirmationOptions,
  confirmByPasskey,
  type passkeyCreation,
  signInByPasskey,
  signInOptions,
} from '../api/factors.ts'

/** What the browser's reasons mean; it tells no more of a refusal than of a way that was not taken. */
const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again, or go another way.',
  AbortError: 'No passkey was used. Try again, or go another way.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address. Open the site by its own name.',
}

/** Throws a `RequestError` in place of the browser's. */
async function told<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act
  } catch (error) {
    const { name } = error as Error
    throw new RequestError({ ...UNKNOWN_ERROR, message: WHY[name] ?? UNKNOWN_ERROR.message })
  }
}

/** Makes a passkey on this device and gives back recovery codes with the first factor. */
export async function makePasskey(name: string, options: Awaited<ReturnType<typeof passkeyCreation>>) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { response, ...made } = await told(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports } = response
  const parts = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return addPasskey({ name, response: { ...made, response: parts, clientExtensionResults: {} } })
}

/** The token of a session of whoever has a passkey on this device. */
export async function signInWithPasskey(remember: boolean): Promise<string> {
  return signInByPasskey(await use(await signInOptions()), remember)
}

/** Confirms who is signed in. */
export async function confirmWithPasskey(): Promise<void> {
  await confirmByPasskey(await use(await confirmationOptions()))
}

async function use(options: Awaited<ReturnType<typeof signInOptions>>) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { response, ...used } = await told(startAuthentication({ optionsJSON }))
  const { userHandle, ...parts } = response
  const signed = { ...parts, ...(userHandle !== undefined && { userHandle }) }
  return { ...used, response: signed, clientExtensionResults: {} }
}
