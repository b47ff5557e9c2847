import type {
  CreateLinkRequest,
  EmailOnlyRequest,
  FlowSharing,
  LinkRole,
  MoveFlowRequest,
  NewLink,
  OwnSharedFlow,
  ShareFlowRequest,
  ShareWithTeamRequest,
  TakeLinkRoleRequest,
} from '@plimsoll/contract'
import type { PackedAnswer } from '../../packed-answer.ts'
import type { Client, SignedInUser } from '../../requester.ts'

/** What the routes need from the service for people. */
export interface PeopleActions {
  /** Gives an address a role, or another one. */
  share(user: SignedInUser, flowId: string, share: ShareFlowRequest, client: Client): Promise<{ isMailed: boolean }>
  unshare(user: SignedInUser, flowId: string, person: EmailOnlyRequest): Promise<void>
  leave(user: SignedInUser, flowId: string): Promise<void>
  /** Makes an editor the owner. */
  handOn(user: SignedInUser, flowId: string, person: EmailOnlyRequest, client: Client): Promise<void>
  /** The user's flows that others have a role in, and who could own them. */
  ownShared(user: SignedInUser): Promise<OwnSharedFlow[]>
}

/** What the routes need from the service for links. */
export interface LinkActions {
  /** Who a flow is shared with, and by which links. */
  list(user: SignedInUser, flowId: string): Promise<FlowSharing>
  makeLink(user: SignedInUser, flowId: string, link: CreateLinkRequest): Promise<NewLink>
  revokeLink(user: SignedInUser, flowId: string, linkId: string): Promise<void>
  /** Throws 'resource/not-found' when the link shows nothing any more. */
  check(token: string, client: Client): Promise<void>
  /** Gives a user the role of a link, as long as it is in force. */
  takeRole(user: SignedInUser, token: string, by: TakeLinkRoleRequest, client: Client): Promise<LinkRole>
  /** What a link shows. */
  open(token: string, password: string | undefined, client: Client): Promise<PackedAnswer>
  /** What chats tell about a link: undefined where there is nothing to see without a password. */
  preview(token: string, client: Client): Promise<LinkPreview | undefined>
  /** The PNG that chats show of such a link. Throws 'resource/not-found' where there is nothing to see without a password. */
  picture(token: string, client: Client): Promise<Uint8Array<ArrayBuffer>>
}

export interface LinkPreview {
  name: string
  description: string
}

/** What the routes need from the service for teams that flows are shared with. */
export interface TeamShareActions {
  /** Gives a team of the user a role, or another one. */
  shareWithTeam(user: SignedInUser, flowId: string, share: ShareWithTeamRequest): Promise<void>
  unshareFromTeam(user: SignedInUser, flowId: string, team: { team: string }): Promise<void>
  /** Gives a flow to a team of the user, or takes one of a team into the own library. */
  move(user: SignedInUser, flowId: string, move: MoveFlowRequest): Promise<void>
}

export type SharingActions = PeopleActions & LinkActions & TeamShareActions
