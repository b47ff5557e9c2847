import type { SignInFailure } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What proves that an answer of the provider is to a request of this browser: kept by the browser until it comes back. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
  /** Whether the provider had to ask for a sign-in, not only to know of one. */
  isFresh: boolean
  isRemembered: boolean
  /** The id that the browser keeps. */
  device?: string | undefined
}

/** How somebody wants to be signed in. */
export type SignInWish = Pick<PendingSignIn, 'isFresh' | 'isRemembered' | 'device'>

/** What the routes need from the service. */
export interface SingleSignOnActions {
  /** Whether browsers reach this server by https. */
  isHttps(): boolean
  /** Where the browser goes to sign in, and what it keeps until it comes back. Throws SignInRefused. */
  begin(wish: SignInWish): Promise<PendingSignIn & { url: URL }>
  /** Opens a session for whom the provider names in its answer, and gives back its token. Throws SignInRefused. */
  finish(answer: URLSearchParams, pending: PendingSignIn | undefined, client: Client): Promise<string>
  /** Ends the session that the new one takes the place of. */
  endPrevious(token: string): Promise<void>
  /** What names the session at the provider; undefined when single sign-on did not open it. It is gone with the session. */
  findIdToken(user: SignedInUser): Promise<string | undefined>
  /** Where the browser goes to end that session, too; undefined when there is no such page. */
  endSessionUrl(idToken: string): Promise<string | undefined>
}

/** Why nobody was signed in. */
export class SignInRefused extends Error {
  readonly reason: SignInFailure

  constructor(reason: SignInFailure, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SignInRefused'
    this.reason = reason
  }
}
