import type { Account } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { isId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { queueNotice } from '../../mail/queue-notice.ts'
import { recordAudit } from '../audit/audit.ts'
import { issueMailToken } from '../auth/issue-mail-token.ts'
import { removeSessions } from '../auth/sessions.repository.ts'
import { markEmailVerified } from '../auth/users.repository.ts'
import { readCursor, writeCursor } from '../library/cursor.ts'
import type { Limits } from '../limits/limits.ts'
import type { AccountActions } from './accounts.actions.ts'
import {
  type AccountPosition,
  type AccountRow,
  changeAccount,
  findAccount,
  listAccounts,
  lockAdministrators,
} from './accounts.repository.ts'
import { removeAccount } from './remove-account.ts'

const PAGE = 50

interface AccountServiceOptions {
  database: Database
  config: Pick<Config, 'resetTtlMs' | 'oidc' | 'flowsPerUser' | 'quotaBytesPerUser'>
  limits: Limits
  /** The beginning of links. */
  publicUrl: () => string
  /** Whether mails reach anybody. */
  hasMail: boolean
  wakeMail: () => void
  /** Makes the removal look for deleted accounts now. */
  wakeRemoval: () => void
  now: () => number
}

/** What administrators do with accounts. See docs/decisions/0304. */
export function createAccountService(options: AccountServiceOptions): AccountActions {
  const { database, config, limits, publicUrl, wakeRemoval, now } = options

  async function find(queries: Queries, id: string): Promise<AccountRow> {
    const account = isId(id) ? await findAccount(queries, id) : undefined
    if (!account) throw new ApiError('resource/not-found')
    return account
  }

  /** Of two administrators who act on each other at once one comes second, and is none any more. */
  async function requireStillAdministrator(queries: Queries, id: string) {
    if (!(await lockAdministrators(queries)).includes(id)) throw new ApiError('resource/not-found')
  }

  return {
    async list(administrator, { cursor, search, state }) {
      const rows = await listAccounts(database.read, {
        search: search?.trim().toLowerCase() || undefined,
        state,
        after: cursor === undefined ? undefined : positionOf(cursor),
        limit: PAGE + 1,
      })
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      return {
        accounts: shown.map((row) => present(row, administrator.id)),
        next: rows.length > PAGE && last ? writeCursor({ value: last.created_at, id: last.id }) : null,
      }
    },

    async change({ id: actorId }, id, { isDisabled, role, mostFlows, mostMb, isApproved }) {
      const isOwn = id === actorId
      if (isOwn && (isDisabled || role === 'user')) throw OWN
      const row = await database.write(async (queries) => {
        await requireStillAdministrator(queries, actorId)
        const before = await find(queries, id)
        const time = now()
        const note = (event: Parameters<typeof recordAudit>[1], detail = '') =>
          recordAudit(queries, event, { actorId, subjectId: id, detail, now: time })
        if (isApproved && (await markEmailVerified(queries, id, time))) await note('user-approved')
        if (isDisabled !== undefined && isDisabled !== (before.disabled_at !== null)) {
          await changeAccount(queries, id, { disabled_at: isDisabled ? time : null, updated_at: time })
          await removeSessions(queries, id, { reason: 'by-administrator', now: time })
          await note(isDisabled ? 'user-disabled' : 'user-enabled')
        }
        if (role !== undefined && role !== before.role) {
          await changeAccount(queries, id, { role, role_by_claim: 0, updated_at: time })
          await note('role-changed', role)
        }
        if (mostFlows !== undefined && mostFlows !== before.most_flows) {
          await changeAccount(queries, id, { most_flows: mostFlows, updated_at: time })
          await note('quota-changed', mostFlows === null ? 'flows as configured' : `${mostFlows} flows`)
        }
        if (mostMb !== undefined && mostMb !== before.most_mb) {
          await changeAccount(queries, id, { most_mb: mostMb, updated_at: time })
          await note('quota-changed', mostMb === null ? 'megabytes as configured' : `${mostMb} MB`)
        }
        return find(queries, id)
      })
      return present(row, actorId)
    },

    async remove({ id: actorId }, id, { address }) {
      if (id === actorId) throw OWN
      const given = await database.write(async (queries) => {
        await requireStillAdministrator(queries, actorId)
        const { email } = await find(queries, id)
        const { flowsPerUser, quotaBytesPerUser } = config
        const given = await removeAccount(queries, { userId: id, email, flowsPerUser, quotaBytesPerUser, now: now() })
        await limits.clearPasswords(queries, email)
        await recordAudit(queries, 'user-deleted', { actorId, subjectId: id, now: now() })
        return given
      })
      for (const gift of given) await queueNotice(options, { kind: 'flow-given', ...gift, address })
      wakeRemoval()
    },

    endSessions: ({ id: actorId }, id) =>
      database.write(async (queries) => {
        const { sessions } = await find(queries, id)
        await removeSessions(queries, id, { reason: 'by-administrator', now: now() })
        await recordAudit(queries, 'sessions-revoked', { actorId, subjectId: id, now: now() })
        return sessions ?? 0
      }),

    async makeResetLink({ id: actorId }, id) {
      if (config.oidc?.isOnly) throw new ApiError('auth/single-sign-on-only')
      const time = now()
      const ttlMs = config.resetTtlMs
      const token = await database.write(async (queries) => {
        await find(queries, id)
        await recordAudit(queries, 'reset-link-made', { actorId, subjectId: id, now: time })
        return issueMailToken(queries, { userId: id, purpose: 'reset', now: time, ttlMs })
      })
      return {
        link: `${publicUrl()}/reset-password?token=${token}`,
        expiresAt: new Date(time + ttlMs).toISOString(),
      }
    },
  }
}

const OWN = new ApiError('client/bad-request', {
  message: 'You cannot do this to your own account. Ask another administrator.',
})

function positionOf(cursor: string): AccountPosition {
  const position = readCursor(cursor)
  if (typeof position?.value !== 'number') {
    throw new ApiError('validation/error', { errors: { cursor: 'Must be the cursor of a page before' } })
  }
  return { createdAt: position.value, id: position.id }
}

function present(row: AccountRow, administratorId: string): Account {
  const { id, email, role, sessions, flows, bytes, last_seen_at: lastSeenAt } = row
  return {
    ...{ id, email, role },
    name: `${row.first_name} ${row.last_name}`.trim(),
    isVerified: row.email_verified_at !== null,
    isDisabled: row.disabled_at !== null,
    isSelf: id === administratorId,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
    sessions: sessions ?? 0,
    flows: flows ?? 0,
    bytes,
    mostFlows: row.most_flows,
    mostMb: row.most_mb,
  }
}
