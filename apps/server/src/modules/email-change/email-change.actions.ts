import type { ChangeEmailRequest, EmailChange } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface EmailChangeActions {
  /** The change that waits for its links to be opened. */
  find(user: SignedInUser): Promise<EmailChange | null>
  /** Mails a link to both addresses. Throws for a wrong password. */
  ask(user: SignedInUser, request: ChangeEmailRequest, client: Client): Promise<void>
  cancel(user: SignedInUser): Promise<void>
  /** Confirms one of the addresses by the token of its mail, and changes the address once both are. Throws for an invalid token. */
  confirm(token: string, client: Client): Promise<ConfirmationOutcome>
}

/** Which address is still to be confirmed, if any. */
export type ConfirmationOutcome = 'changed' | 'old-is-missing' | 'new-is-missing'
