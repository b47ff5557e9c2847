import type { FirstAdministratorRequest } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. A link is the one that a start or the operator's command printed; others throw. */
export interface FirstAdministratorActions {
  /** Makes whoever is signed in an administrator. */
  claim(user: SignedInUser, token: string, client: Client): Promise<void>
  /** Makes an account that is verified and an administrator. */
  register(request: FirstAdministratorRequest, client: Client): Promise<void>
}
