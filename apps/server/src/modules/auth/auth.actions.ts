import type {
  ConfirmPasswordRequest,
  EmailOnlyRequest,
  LoginWithFactorsRequest,
  RegistrationRequest,
  ResetPasswordRequest,
  VerificationRequest,
} from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the services. */
export interface AuthActions {
  /**
   * Creates an account with an unverified address, in place of another unverified one, and queues a verification mail. Returns the
   * address as it is stored. Throws when it has a verified account.
   */
  register(request: RegistrationRequest, client: Client): Promise<string>
  /**
   * Verifies the address by the token of its mail, and holds the password when another browser than the one that registered asks.
   * Throws for an invalid token.
   */
  verifyEmail(link: VerificationRequest, client: Client): Promise<VerificationOutcome>
  /** What `verifyEmail` would return, without changing anything. */
  previewVerification(token: string, client: Client): Promise<VerificationOutcome>
  /** Confirms or replaces a held password by the token that verified the address. Throws for any other token. */
  confirmPassword(request: ConfirmPasswordRequest, client: Client): Promise<void>
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

/** 'held': the address is verified, and the password waits to be confirmed or replaced. */
export type VerificationOutcome = 'verified' | 'already-verified' | 'held'
export type ResendOutcome = 'sent' | 'already-verified'
