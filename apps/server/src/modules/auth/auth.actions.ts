import type { EmailOnlyRequest, LoginRequest, RegisterRequest, ResetPasswordRequest } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What these routes need done. `client` is where a request comes from. */
export interface AuthActions {
  /** Makes an account whose email is not verified, and sends it a link. Throws when the address has one. */
  register(request: RegisterRequest, client: Client): Promise<void>
  /** Verifies the address that the link was sent to. Throws when it is no link of ours. */
  verifyEmail(token: string, client: Client): Promise<VerificationOutcome>
  /** What `verifyEmail` would answer; changes nothing. */
  previewVerification(token: string, client: Client): Promise<VerificationOutcome>
  resendVerification(request: EmailOnlyRequest, client: Client): Promise<ResendOutcome>
  forgotPassword(request: EmailOnlyRequest, client: Client): Promise<void>
  /** Sets the password and ends all sessions. Throws when the link is no good. */
  resetPassword(request: ResetPasswordRequest, client: Client): Promise<void>
  /**
   * Opens a session in place of that of `heldToken` and returns its token. Throws when the credentials do not fit or the
   * email is unverified.
   */
  login(credentials: LoginRequest, client: Client, heldToken: string | undefined): Promise<string>
  logout(user: SignedInUser): Promise<void>
}

export type VerificationOutcome = 'verified' | 'already-verified'
export type ResendOutcome = 'sent' | 'already-verified'
