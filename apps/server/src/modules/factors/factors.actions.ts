import type {
  ConfirmationRequest,
  Factors,
  NewPasskeyRequest,
  PasskeyOptions,
  PasskeyResponse,
  PasskeySignInRequest,
  RecoveryCodes,
  TotpSecret,
} from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service: the second factors of a user. */
export interface FactorActions {
  list(user: SignedInUser): Promise<Factors>
  /** What a browser makes a passkey with. */
  passkeyCreation(user: SignedInUser): Promise<PasskeyOptions>
  addPasskey(user: SignedInUser, request: NewPasskeyRequest): Promise<RecoveryCodes>
  /** Throws when this user has no such passkey. */
  removePasskey(user: SignedInUser, id: string): Promise<void>
  /** Makes the secret for an authenticator app, which is no factor yet. Throws when there is one already. */
  offerApp(user: SignedInUser): Promise<TotpSecret>
  /** Makes it one, by a first code. */
  confirmApp(user: SignedInUser, code: string): Promise<RecoveryCodes>
  /** Asks for password and code itself. */
  removeApp(user: SignedInUser, confirmation: ConfirmationRequest, client: Client): Promise<void>
  /** Replaces the recovery codes. Throws without a factor. */
  renewRecoveryCodes(user: SignedInUser): Promise<RecoveryCodes>
}

/** Confirms who is signed in before a dangerous step. */
export interface ConfirmationActions {
  byPassword(user: SignedInUser, confirmation: ConfirmationRequest, client: Client): Promise<void>
  passkeyOptions(user: SignedInUser): Promise<PasskeyOptions>
  byPasskey(user: SignedInUser, response: PasskeyResponse): Promise<void>
}

/** Signs in by a passkey. */
export interface PasskeyLoginActions {
  options(client: Client): Promise<PasskeyOptions>
  /** Opens a session, ends the one of `previousToken`, and returns the new token. */
  login(request: PasskeySignInRequest, client: Client, previousToken: string | undefined): Promise<string>
}
