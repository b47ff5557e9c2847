import type { Queries } from '../database/database.ts'
import { renewToken } from '../modules/administration/invitations.repository.ts'
import { linkOf } from '../modules/administration/invitations.service.ts'
import { issueMailToken } from '../modules/auth/issue-mail-token.ts'
import { hashToken, newToken } from '../modules/auth/session-token.ts'
import { findUserByEmail, findUserById } from '../modules/auth/users.repository.ts'
import { findCommentToTell } from '../modules/comments/comments.repository.ts'
import { findEmailChange } from '../modules/email-change/email-change.repository.ts'
import { allowedFlows } from '../modules/sharing/authorize.ts'
import { findGiver, findShareToTell } from '../modules/sharing/sharing.repository.ts'
import { findInvitation } from '../modules/teams/teams.repository.ts'
import {
  type AccountMailKind,
  addressInUseText,
  EMAIL_CHANGE_TEXTS,
  type EmailChangeMailKind,
  invitationText,
  MAIL_TEXTS,
  type MailText,
  mentionText,
  newOwnerText,
  serverInvitationText,
  teamInvitationText,
} from './mail-texts.ts'
import type { Mail } from './mail-transport.ts'
import { type ClaimedMail, claimDueMail, findRecipient, type Recipient, removeMail } from './mails.repository.ts'
import { harmlessName, renderMail } from './render-mail.ts'

interface ClaimOptions {
  now: number
  leaseMs: number
  /** The beginning of links. */
  publicUrl: string
  /** How long links are valid, from when the mail is sent. */
  ttlMs: { verify: number; reset: number }
}

/** A queued mail that this server has claimed. */
export interface ClaimedMailContent {
  claimed: ClaimedMail
  userId: string | undefined
  /** The rendered mail; undefined when it had no recipient and was removed from the queue. */
  mail: Mail | undefined
}

/**
 * Claims and renders the next mail that is due; undefined when there is none. Creates the token here, which is only in the
 * mail: another attempt gets another token.
 */
export async function claimMail(queries: Queries, options: ClaimOptions): Promise<ClaimedMailContent | undefined> {
  const { now, leaseMs } = options
  const claimed = await claimDueMail(queries, { now, leaseUntil: now + leaseMs })
  if (!claimed) return undefined
  const user = await findRecipient(queries, claimed.email)
  const { kind } = claimed
  if (kind === 'flow-shared' || kind === 'team-invited' || kind === 'invited') {
    const mail = await INVITATIONS[kind](queries, claimed, { user, ...options })
    if (!mail) await removeMail(queries, claimed.id)
    return { claimed, userId: user?.id, mail }
  }
  if (kind === 'old-email' || kind === 'new-email' || kind === 'email-changed') {
    const mail = await ofEmailChange(queries, { ...claimed, kind }, options)
    if (!mail) await removeMail(queries, claimed.id)
    return { claimed, userId: claimed.user_id ?? undefined, mail }
  }
  if (kind === 'mentioned' || kind === 'flow-given') {
    const write = kind === 'mentioned' ? mention : newOwner
    const mail = user && (await write(queries, claimed, { user, ...options }))
    if (!mail) await removeMail(queries, claimed.id)
    return { claimed, userId: user?.id, mail }
  }
  if (user && isWanted(kind, user)) {
    return { claimed, userId: user.id, mail: await render(queries, { ...claimed, kind }, { user, ...options }) }
  }
  await removeMail(queries, claimed.id)
  return { claimed, userId: user?.id, mail: undefined }
}

/** Whether an account should get a mail that was queued for its address. */
function isWanted(kind: AccountMailKind, { is_demo, email_verified_at }: Recipient): boolean {
  return !is_demo && !(kind === 'verify' && email_verified_at !== null)
}

type Invitation = (
  queries: Queries,
  claimed: ClaimedMail,
  options: ClaimOptions & { user: Recipient | undefined },
) => Promise<Mail | undefined>

/** The mails that also go to those who have no account; they say the same to them. Undefined for what is taken back meanwhile. */
const INVITATIONS: Record<'flow-shared' | 'team-invited' | 'invited', Invitation> = {
  invited: invitationToServer,
  'flow-shared': invitationToFlow,
  'team-invited': invitationToTeam,
}

/** The token is in this mail alone: another attempt gets another. */
async function invitationToServer(
  queries: Queries,
  { email }: ClaimedMail,
  { publicUrl, now }: ClaimOptions,
): Promise<Mail | undefined> {
  const token = newToken()
  const invitation = await renewToken(queries, email, { tokenHash: hashToken(token), now })
  if (!invitation) return undefined
  const text = serverInvitationText({ publicUrl, url: linkOf(publicUrl, token), ttlMs: invitation.expires_at - now })
  return renderMail({ to: email, name: '', publicUrl, ...text })
}

async function invitationToTeam(
  queries: Queries,
  { email, team_id: teamId }: ClaimedMail,
  { user, publicUrl }: ClaimOptions & { user: Recipient | undefined },
): Promise<Mail | undefined> {
  const found = teamId === null ? undefined : await findInvitation(queries, { teamId, email })
  if (teamId === null || !found) return undefined
  const text = teamInvitationText({ publicUrl, id: teamId, ownerEmail: found.owner_email })
  return renderMail({ to: email, name: user?.first_name ?? '', publicUrl, ...text })
}

async function invitationToFlow(
  queries: Queries,
  { email, flow_id: flowId, user_id: sharedBy }: ClaimedMail,
  { user, publicUrl }: ClaimOptions & { user: Recipient | undefined },
): Promise<Mail | undefined> {
  const share = flowId === null ? undefined : await findShareToTell(queries, { flowId, email, sharedBy })
  if (flowId === null || !share) return undefined
  const text = invitationText({ publicUrl, id: flowId, sharerEmail: share.sharer_email })
  return renderMail({ to: email, name: user?.first_name ?? '', publicUrl, ...text })
}

/** Undefined when the comment was deleted, or its flow is not the recipient's to see any more. */
async function mention(
  queries: Queries,
  { comment_id: id }: ClaimedMail,
  { user, publicUrl, now }: ClaimOptions & { user: Recipient },
): Promise<Mail | undefined> {
  const comment = id === null ? undefined : await findCommentToTell(queries, id)
  if (id === null || !comment || user.is_demo) return undefined
  const seen = { userId: user.id, flowIds: [comment.flow_id], action: 'list comments', now } as const
  if ((await allowedFlows(queries, seen)).length === 0) return undefined
  const facts = {
    publicUrl,
    id,
    flowId: comment.flow_id,
    author: harmlessName(`${comment.first_name} ${comment.last_name}`),
  }
  return renderMail({ to: user.email, name: user.first_name, publicUrl, ...mentionText(facts) })
}

/** Undefined when the flow has another owner by now, or was removed. */
async function newOwner(
  queries: Queries,
  { flow_id: id, user_id: giverId }: ClaimedMail,
  { user, publicUrl, now }: ClaimOptions & { user: Recipient },
): Promise<Mail | undefined> {
  if (id === null) return undefined
  const owned = await allowedFlows(queries, { userId: user.id, flowIds: [id], action: 'hand on', now })
  if (owned.length === 0) return undefined
  const giverEmail = giverId === null ? undefined : await findGiver(queries, giverId)
  const text = newOwnerText({ publicUrl, id, giverEmail: giverEmail ?? null })
  return renderMail({ to: user.email, name: user.first_name, publicUrl, ...text })
}

/** Undefined when the change was given up, or another one took its place. */
async function ofEmailChange(
  queries: Queries,
  { kind, email: to, user_id: userId, created_at: happenedAt }: ClaimedMail & { kind: EmailChangeMailKind },
  { publicUrl, ttlMs, now }: ClaimOptions,
): Promise<Mail | undefined> {
  const user = userId === null ? undefined : await findUserById(queries, userId)
  if (userId === null || !user) return undefined
  const facts = { publicUrl, happenedAt, ttlMs: ttlMs.verify, token: '' }
  const write = (text: MailText) => renderMail({ to, name: '', publicUrl, ...text })
  if (kind === 'email-changed') return write(EMAIL_CHANGE_TEXTS[kind]({ ...facts, newEmail: user.email }))
  const change = await findEmailChange(queries, userId)
  if (!change || to !== (kind === 'new-email' ? change.new_email : user.email)) return undefined
  const holder = kind === 'new-email' ? await findUserByEmail(queries, to) : undefined
  // Of an unverified account nobody knows whose address it is.
  if (holder && holder.email_verified_at !== null) return write(addressInUseText({ publicUrl }))
  const token = await issueMailToken(queries, { userId, purpose: kind, now, ttlMs: ttlMs.verify })
  return write(EMAIL_CHANGE_TEXTS[kind]({ ...facts, token, newEmail: change.new_email }))
}

async function render(
  queries: Queries,
  { kind, created_at: happenedAt }: ClaimedMail & { kind: AccountMailKind },
  { user, publicUrl, ttlMs, now }: ClaimOptions & { user: Recipient },
): Promise<Mail> {
  const link =
    kind === 'password-changed' || kind === 'new-device' || kind === 'test'
      ? { token: '', ttlMs: 0 }
      : {
          token: await issueMailToken(queries, { userId: user.id, purpose: kind, now, ttlMs: ttlMs[kind] }),
          ttlMs: ttlMs[kind],
        }
  const text = MAIL_TEXTS[kind]({ publicUrl, happenedAt, ...link })
  return renderMail({ to: user.email, name: user.first_name, publicUrl, ...text })
}
