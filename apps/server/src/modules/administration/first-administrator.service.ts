import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { canonicalEmail } from '../../email-address.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { recordAudit } from '../audit/audit.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { addUser } from '../auth/users.repository.ts'
import { DEMO_EMAIL } from '../demo/demo-limits.ts'
import { refuseDemo } from '../demo/refuse-demo.ts'
import type { Limits } from '../limits/limits.ts'
import {
  addAdministratorLink,
  changeAccount,
  findAdministratorLink,
  hasNoAccounts,
  redeemAdministratorLink,
} from './accounts.repository.ts'
import type { FirstAdministratorActions } from './first-administrator.actions.ts'

/** How long a link that makes an administrator works. */
export const ADMINISTRATOR_LINK_MS = 86_400_000

interface ServiceOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  config: Pick<Config, 'oidc'>
  logger: Logger
  now: () => number
}

/** Links that make an administrator, for whoever can read what the server prints. See docs/decisions/0304. */
export function createFirstAdministratorService(options: ServiceOptions): FirstAdministratorActions {
  const { database, hasher, limits, config, logger, now } = options

  async function refuse(address: string): Promise<never> {
    await database.write((queries) => limits.count(queries, 'bad-links', address))
    logEvent(logger, 'administrator-link-refused', { address })
    throw new ApiError('auth/bad-link')
  }

  return {
    async claim(user, token, { address }) {
      refuseDemo(user, logger)
      await limits.requireBelowLimit('bad-links', address)
      const isGood = await database.write(async (queries) => {
        const time = now()
        if (!(await redeemAdministratorLink(queries, hashToken(token), time))) return false
        await changeAccount(queries, user.id, { role: 'administrator', role_by_claim: 0, updated_at: time })
        await recordAudit(queries, 'administrator-claimed', { actorId: user.id, address, now: time })
        return true
      })
      if (!isGood) return refuse(address)
      logEvent(logger, 'administrator-claimed', { userId: user.id, address })
    },

    async register({ token, firstName, lastName, email: given, password }, { address }) {
      if (config.oidc?.isOnly) throw new ApiError('auth/single-sign-on-only')
      const email = canonicalEmail(given)
      await limits.requireBelowLimit('bad-links', address)
      // Before the hash, which costs.
      if (!(await findAdministratorLink(database.read, hashToken(token), now()))) return refuse(address)
      const time = now()
      const user = {
        ...{ id: newId(), email, first_name: firstName, last_name: lastName, is_demo: 0 },
        ...{ password_hash: await hasher.hash(password), role: 'administrator' as const },
        ...{ email_verified_at: time, created_at: time, updated_at: time },
      }
      const isGood = await database.write(async (queries) => {
        if (!(await redeemAdministratorLink(queries, hashToken(token), time))) return false
        // Takes the use of the link back, too.
        if (email === DEMO_EMAIL || !(await addUser(queries, user))) throw new ApiError('auth/email-already-in-use')
        await recordAudit(queries, 'administrator-claimed', { actorId: user.id, address, now: time })
        return true
      })
      if (!isGood) return refuse(address)
      logEvent(logger, 'registered', { userId: user.id, address })
      logEvent(logger, 'administrator-claimed', { userId: user.id, address })
    },
  }
}

interface LinkOptions {
  database: Database
  publicUrl: string
  now: number
}

/** Makes a link that makes whoever opens it the administrator. The secret is in the fragment, which browsers send to nobody. */
export async function makeAdministratorLink({ database, publicUrl, now }: LinkOptions): Promise<string> {
  const token = newToken()
  await database.write((queries) => addAdministratorLink(queries, hashToken(token), now + ADMINISTRATOR_LINK_MS))
  return `${publicUrl}/administrator#${token}`
}

/** The same for a server on which nobody has an account; null for others. */
export async function makeFirstAdministratorLink(options: LinkOptions): Promise<string | null> {
  return (await hasNoAccounts(options.database.read)) ? makeAdministratorLink(options) : null
}
