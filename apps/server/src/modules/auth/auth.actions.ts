import type {
  EmailOnlyRequest,
  LoginWithFactorsRequest,
  RegisterRequest,
  ResetPasswordRequest,
} from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the services. */
export interface AuthActions {
  /**
   * Creates an account with an unverified address and queues a verification mail. Returns the address as it is stored. Throws when it
   * has an account.
   */
  register(request: RegisterRequest, client: Client): Promise<string>
  /** Verifies the address by the token of its mail. Throws for an invalid token. */
  verifyEmail(token: string, client: Client): Promise<VerificationOutcome>
  /** What `verifyEmail` would return, without changing anything. */
  previewVerification(token: string, client: Client): Promise<VerificationOutcome>
  resendVerification(request: EmailOnlyRequest, client: Client): Promise<ResendOutcome>
  forgotPassword(request: EmailOnlyRequest, client: Client): Promise<void>
  /** Sets the password and ends all sessions. Throws for an invalid token. */
  resetPassword(request: ResetPasswordRequest, client: Client): Promise<void>
  /**
   * Opens a session, ends the one of `previousToken`, and returns the new token. Throws for wrong credentials, for an
   * unverified address, and where a second factor is missing.
   */
  login(credentials: LoginWithFactorsRequest, client: Client, previousToken: string | undefined): Promise<string>
  logout(user: SignedInUser): Promise<void>
}

export type VerificationOutcome = 'verified' | 'already-verified'
export type ResendOutcome = 'sent' | 'already-verified'
