import type { RegistrationRequest } from '@plimsoll/contract'
import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import { lockQueuedMails, queueMail, removeQueuedMails } from '../../mail/mails.repository.ts'
import type { Client } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import type { AccountServiceOptions } from './account-service-options.ts'
import type { AuthActions } from './auth.actions.ts'
import { findMailToken, redeemMailToken, type TokenUse } from './mail-tokens.repository.ts'
import { createOverlaps, type Overlap } from './overlaps.ts'
import { hashToken } from './session-token.ts'
import {
  addUser,
  findUserByEmail,
  findUserById,
  holdPassword,
  markEmailVerified,
  removeUnverifiedAt,
} from './users.repository.ts'
import { requireMayRegister } from './who-may-register.ts'

type RegistrationActions = Pick<AuthActions, 'register' | 'verifyEmail' | 'previewVerification' | 'resendVerification'>

const BAD_LINK = 'This verification link is invalid or has expired.'

/** Creates accounts and verifies their addresses. */
export function createRegistrationService(options: AccountServiceOptions): RegistrationActions {
  const { database, hasher, limits, config, logger, wakeMail, now } = options
  const overlapping = createOverlaps(now)

  function badLink(address: string) {
    logEvent(logger, 'verification-failed', { address })
    return new ApiError('client/bad-request', { message: BAD_LINK })
  }

  /**
   * Whoever registered an address before without verifying it may be a stranger: nothing of that stays. Of several registrations at once
   * the first one stays; on another server it is told by when it was made.
   */
  async function replaceUnverified(email: string, overlap: Overlap, add: (queries: Queries) => Promise<boolean>) {
    const found = await findUserByEmail(database.read, email)
    if (!found || found.email_verified_at !== null) return false
    return database.write(async (queries) => {
      // First, as whoever sends it takes the mail and then the account: in the other order both would wait for each other.
      await lockQueuedMails(queries, email, 'verify')
      if (overlap.isWon || !(await removeUnverifiedAt(queries, { email, until: overlap.began }))) return false
      await removeQueuedMails(queries, email, 'verify')
      return add(queries)
    })
  }

  /** What a used link says now, and until when it confirms a password. */
  async function usedOutcome(queries: Queries, link: TokenUse, isPage: boolean) {
    const used = await findMailToken(queries, link)
    if (!used) return undefined
    const user = await findUserById(queries, used.user_id)
    const isHeld = isPage && user?.is_password_held === 1 && used.expires_at > link.now
    return { userId: used.user_id, isNew: false, isHeld }
  }

  async function register(request: RegistrationRequest, { address }: Client, overlap: Overlap) {
    const { firstName, lastName, password, browser } = request
    const email = canonicalEmail(request.email)
    await limits.requireBelowLimit('exists-answers', address)
    await limits.requireMailsLeft(address)
    await requireMayRegister(database.read, email, config.registration, now()).catch(async (error) => {
      // Some of these answers tell who was invited.
      await database.write((queries) => limits.countOrRefuse(queries, 'exists-answers', address))
      logEvent(logger, 'register-refused', { address })
      throw error
    })
    const id = newId()
    const user = {
      id,
      email,
      password_hash: await hasher.hash(password),
      first_name: firstName,
      last_name: lastName,
      email_verified_at: null,
      is_demo: 0,
      browser_hash: browser === undefined ? null : hashToken(browser),
    }
    const add = async (queries: Queries) => {
      const time = now()
      const isAdded = email !== DEMO_EMAIL && (await addUser(queries, { ...user, created_at: time, updated_at: time }))
      if (isAdded) {
        await limits.takeMail(queries, { email, kind: 'verify', address })
        await queueMail(queries, { kind: 'verify', email, now: time })
        await recordAudit(queries, 'registered', { actorId: id, address, now: time })
        overlap.isWon = true
      }
      return isAdded
    }
    const isNew = (await database.write(add)) || (await replaceUnverified(email, overlap, add))
    if (!isNew) {
      await database.write((queries) => limits.count(queries, 'exists-answers', address))
      logEvent(logger, 'register-exists', { address })
      throw new ApiError('auth/email-already-in-use')
    }
    wakeMail()
    logEvent(logger, 'registered', { userId: id, address })
    return email
  }

  return {
    register: (request, client) =>
      overlapping(canonicalEmail(request.email), (overlap) => register(request, client, overlap)),

    async verifyEmail({ token, browser }, { address }) {
      await limits.requireBelowLimit('bad-links', address)
      const outcome = await database.write(async (queries) => {
        const time = now()
        const link = { tokenHash: hashToken(token), purpose: 'verify', now: time } as const
        const userId = await redeemMailToken(queries, link)
        if (userId) {
          const isNew = await markEmailVerified(queries, userId, time)
          const isHeld = isNew && browser !== undefined && (await holdPassword(queries, userId, hashToken(browser)))
          return { userId, isNew, isHeld }
        }
        const used = await usedOutcome(queries, link, browser !== undefined)
        if (!used) await limits.count(queries, 'bad-links', address)
        return used
      })
      if (!outcome) throw badLink(address)
      if (outcome.isNew) logEvent(logger, 'email-verified', { userId: outcome.userId, address })
      if (outcome.isHeld) return 'held'
      return outcome.isNew ? 'verified' : 'already-verified'
    },

    async previewVerification(token, { address }) {
      await limits.requireBelowLimit('bad-links', address)
      const found = await findMailToken(database.read, { tokenHash: hashToken(token), purpose: 'verify', now: now() })
      if (!found) {
        await database.write((queries) => limits.count(queries, 'bad-links', address))
        throw badLink(address)
      }
      return found.used_at === null ? 'verified' : 'already-verified'
    },

    async resendVerification({ email: given }, { address }) {
      const email = canonicalEmail(given)
      await limits.requireBelowLimit('exists-answers', address)
      const user = await findUserByEmail(database.read, email)
      if (user && user.email_verified_at !== null) {
        await database.write((queries) => limits.countOrRefuse(queries, 'exists-answers', address))
        logEvent(logger, 'resend-verified', { userId: user.id, address })
        return 'already-verified'
      }
      await limits.requireMail({ email, kind: 'verify', address }, (queries) =>
        queueMail(queries, { kind: 'verify', email, now: now() }),
      )
      wakeMail()
      logEvent(logger, 'verification-mail-asked', { userId: user?.id, address })
      return 'sent'
    },
  }
}
