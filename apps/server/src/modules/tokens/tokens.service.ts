import { type ApiToken, LIMITS, type TokenScope } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { SignedInUser } from '../../requester.ts'
import { recordAudit } from '../audit/audit.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import { lockUser } from '../flows/flows.repository.ts'
import type { TokenActions } from './tokens.actions.ts'
import { addToken, findToken, listTokens, markTokenUsed, removeToken, type TokenRow } from './tokens.repository.ts'

const DAY_MS = 86_400_000
/** Its last use is not written down with every request. */
const USED_STEP_MS = 60_000
/** By this who finds one knows what it is, and scanners for secrets do. */
const PREFIX = 'plk_'

interface TokenServiceOptions {
  database: Database
  logger: Logger
  now: () => number
}

interface TokenService extends TokenActions {
  /** The user of an API token and what it may do; undefined when it is unknown or has ended. */
  identify(token: string): Promise<(SignedInUser & { scope: TokenScope }) | undefined>
}

/** API tokens of users, for pipelines and the terminal. See docs/decisions/0257. */
export function createTokenService({ database, logger, now }: TokenServiceOptions): TokenService {
  return {
    async identify(token) {
      const hash = hashToken(token)
      const [found] = await findToken(database, hash)
      const time = now()
      if (!found || found.expires_at <= time) return undefined
      if (time - (found.last_used_at ?? 0) >= USED_STEP_MS) {
        await database
          .write((queries) => markTokenUsed(queries, found.id, time))
          .catch((error) => logger.warn({ error }, 'the use of an API token could not be written down'))
      }
      return {
        id: found.user_id,
        sessionId: hash,
        isDemo: found.is_demo === 1,
        isAdministrator: false,
        scope: found.scope,
      }
    },

    list: async ({ id }) => (await listTokens(database.read, id, now())).map(present),

    async create(user, { name, scope, days }) {
      refuseDemo(user, logger)
      const token = `${PREFIX}${newToken()}`
      const time = now()
      const row = {
        ...{ id: newId(), name, scope, last_used_at: null },
        ...{ created_at: time, expires_at: time + days * DAY_MS },
      }
      await database.write(async (queries) => {
        // Who makes several at once is counted one after the other.
        await lockUser(queries, user.id)
        if ((await listTokens(queries, user.id, time)).length >= LIMITS.tokensPerUser)
          throw new ApiError('validation/error', {
            errors: { name: `You have ${LIMITS.tokensPerUser} API tokens already` },
          })
        await addToken(queries, { ...row, user_id: user.id, token_hash: hashToken(token) })
        await recordAudit(queries, 'token-made', { actorId: user.id, detail: scope, now: time })
      })
      logEvent(logger, 'token-made', { userId: user.id })
      return { ...present(row), token }
    },

    async revoke(user, id) {
      await database.write(async (queries) => {
        if (!(await removeToken(queries, user.id, id))) throw new ApiError('resource/not-found')
        await recordAudit(queries, 'token-revoked', { actorId: user.id, now: now() })
      })
      logEvent(logger, 'token-revoked', { userId: user.id })
    },
  }
}

const present = ({ id, name, scope, created_at, expires_at, last_used_at }: TokenRow): ApiToken => ({
  ...{ id, name, scope },
  createdAt: new Date(created_at).toISOString(),
  expiresAt: new Date(expires_at).toISOString(),
  lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
})
