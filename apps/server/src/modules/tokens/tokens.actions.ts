import type { ApiToken, CreateTokenRequest, NewApiToken } from '@plimsoll/contract'
import type { SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface TokenActions {
  list(user: SignedInUser): Promise<ApiToken[]>
  create(user: SignedInUser, request: CreateTokenRequest): Promise<NewApiToken>
  revoke(user: SignedInUser, id: string): Promise<void>
}
