import { LIMITS } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { recordAudit } from '../audit/audit.ts'
import { openSession } from '../auth/open-session.ts'
import { hashToken } from '../auth/session-token.ts'
import { removeSession, type SessionLifetimes } from '../auth/sessions.repository.ts'
import { tellNewDevice } from '../auth/tell-new-device.ts'
import type { Limits } from '../limits/limits.ts'
import type { PasskeyLoginActions } from './factors.actions.ts'
import { usePasskey } from './factors.repository.ts'
import type { Passkeys } from './passkeys.ts'

/** How the audit log tells these from logins by password. */
const BY = { detail: 'passkey' } as const

interface PasskeyLoginOptions {
  database: Database
  passkeys: Passkeys
  limits: Limits
  config: SessionLifetimes
  logger: Logger
  wakeMail: () => void
  now: () => number
}

/** Signs in by a passkey alone: whoever has it, and is known to it, is who the account belongs to. */
export function createPasskeyLoginService(options: PasskeyLoginOptions): PasskeyLoginActions {
  const { database, passkeys, limits, config, logger, wakeMail, now } = options

  /** Says the same whatever is wrong. */
  async function refuse(address: string): Promise<never> {
    await database.write(async (queries) => {
      await limits.countOrRefuse(queries, 'login-failures', address)
      await recordAudit(queries, 'login-failed', { ...BY, address, now: now() })
    })
    logEvent(logger, 'passkey-failed', { address })
    throw new ApiError('auth/invalid-passkey')
  }

  /** Who has shown to be its user may know it. */
  async function refuseDisabled(userId: string, address: string): Promise<never> {
    await database.write((queries) =>
      recordAudit(queries, 'login-disabled', { ...BY, subjectId: userId, address, now: now() }),
    )
    logEvent(logger, 'login-disabled', { userId, address })
    throw new ApiError('auth/account-disabled')
  }

  return {
    async options({ address }) {
      await limits.requireBelowLimit('challenges', address)
      await database.write((queries) => limits.countOrRefuse(queries, 'challenges', address))
      return passkeys.requestOptions({ purpose: 'sign-in', userId: undefined })
    },

    async login({ response, remember, device }, client, previousToken) {
      const { address, userAgent } = client
      await limits.requireBelowLimit('login-failures', address)
      const used = await passkeys.readUse({ purpose: 'sign-in', userId: undefined }, response)
      if (!used) return refuse(address)
      const { id, user_id: userId, email, counter: from, disabled_at: disabledAt } = used.passkey
      if (disabledAt !== null) return refuseDisabled(userId, address)
      const session = { userId, userAgent, isRemembered: remember, isConfirmed: true, most: LIMITS.sessionsPerUser }
      const opened = await database.write(async (queries) => {
        const time = now()
        if (!(await usePasskey(queries, id, { from, to: used.counter, now: time }))) return undefined
        if (previousToken) await removeSession(queries, hashToken(previousToken), { reason: 'logged-out', now: time })
        await recordAudit(queries, 'login', { ...BY, actorId: userId, address, now: time })
        const user = { id: userId, email, isDemo: false }
        const isNewDevice = await tellNewDevice(queries, { user, device, client, limits, now: time })
        return { isNewDevice, ...(await openSession(queries, { ...session, config, now: time })) }
      })
      if (!opened) return refuse(address)
      logEvent(logger, 'passkey-login', { userId, address })
      if (opened.isNewDevice) logEvent(logger, 'new-device', { userId, address })
      if (opened.isNewDevice) wakeMail()
      return opened.token
    },
  }
}
