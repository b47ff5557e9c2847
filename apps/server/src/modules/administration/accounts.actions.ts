import type { Account, Accounts, AccountsQuery, ChangeAccountRequest, LinkToCopy } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. An account that is not there, and one of a team or the demo, is not found. */
export interface AccountActions {
  list(administrator: SignedInUser, query: AccountsQuery): Promise<Accounts>
  /** Throws for what would leave the server without the administrator who asks. */
  change(administrator: SignedInUser, id: string, changes: ChangeAccountRequest): Promise<Account>
  /** Removes the account; what others work on goes to one of them, who is told by mail. */
  remove(administrator: SignedInUser, id: string, client: Client): Promise<void>
  /** Ends all sessions and returns their number. */
  endSessions(administrator: SignedInUser, id: string): Promise<number>
  /** A link that resets the password; earlier ones are void. */
  makeResetLink(administrator: SignedInUser, id: string): Promise<LinkToCopy>
}
