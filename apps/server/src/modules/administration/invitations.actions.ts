import type { AcceptInvitationRequest, Invitation, InviteRequest, LinkToCopy, NewInvitation } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service. */
export interface InvitationActions {
  list(): Promise<Invitation[]>
  /** Invites an address by mail, or by a link to copy where no mail is sent or none is wanted. */
  invite(administrator: SignedInUser, request: InviteRequest, client: Client): Promise<NewInvitation>
  /** Another link for an invitation, whose time begins anew; the one before is void. */
  renewLink(administrator: SignedInUser, id: string): Promise<LinkToCopy>
  revoke(administrator: SignedInUser, id: string): Promise<void>
  /** The address that a link was made for. Throws for a link that is not good. */
  open(token: string, client: Client): Promise<{ email: string }>
  /** Makes the account, whose address is verified. Throws for a link that is not good. */
  accept(request: AcceptInvitationRequest, client: Client): Promise<{ email: string }>
}
