import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { type EventName, logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { type AddressLimit, createAddressLimits } from './address-limits.ts'
import { purgeCounters } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { LONGEST_RETRY_AFTER_MS, PURGE_POLICY } from './limits.policy.ts'
import { createMailLimits, type MailRequest } from './mail-limits.ts'
import { type AttemptAt, createPasswordAttempts } from './password-attempts.ts'

interface Attempt {
  /** Does what checks the password; when it throws, the password was not checked and does not count. */
  check<Result>(work: () => Promise<Result>): Promise<Result>
  /** Part of the transaction that follows a right password: the wrong ones before are forgotten. */
  succeed(queries: Queries): Promise<void>
}

/**
 * What keeps people from guessing, asking and sending too much. The counters are in the database: they outlive the
 * server, and several servers share them.
 */
export interface Limits {
  /** Throws 'client/too-many-requests' while this address of the network has reached a limit. */
  requireRoom(limit: AddressLimit, address: string): Promise<void>
  /** Counts one more of an address. */
  count(queries: Queries, limit: AddressLimit, address: string): Promise<void>
  /** Counts one more; throws 'client/too-many-requests' when others at the same moment have reached the limit. */
  take(queries: Queries, limit: AddressLimit, address: string): Promise<void>
  /** Lets `work` try a password, which counts as wrong until it succeeds. Throws 'client/too-many-requests' unseen. */
  tryPassword<Result>(at: AttemptAt, work: (attempt: Attempt) => Promise<Result>): Promise<Result>
  /** Forgets the wrong passwords of an account. */
  clearPasswords(queries: Queries, account: string): Promise<void>
  /** Has `queue` put a mail into the queue that somebody has asked for, unless that were one too many; says whether. */
  queueMail(request: MailRequest, queue: (queries: Queries) => Promise<void>): Promise<boolean>
}

interface CreateLimitsOptions extends LimitOptions {
  config: { hasRateLimits: boolean }
  logger: Logger
}

export function createLimits({ config, ...options }: CreateLimitsOptions): Limits {
  return config.hasRateLimits ? limitsOf(options) : noLimits(options)
}

function limitsOf({ database, logger, now }: Omit<CreateLimitsOptions, 'config'>): Limits {
  const addresses = createAddressLimits({ database, now })
  const mails = createMailLimits({ database, now })
  const passwords = createPasswordAttempts({ database, now })
  let purgedAt = now()

  /** Clears away in small steps beside the requests, none of which waits for it. */
  function purge() {
    if (now() - purgedAt < PURGE_POLICY.everyMs) return
    purgedAt = now()
    database
      .write((queries) => purgeCounters(queries, { now: purgedAt, rows: PURGE_POLICY.rows }))
      .catch((error) => logger.warn({ error }, 'old counters of limits could not be cleared away'))
  }

  function requireNoWait(waitMs: number, limit: AddressLimit, address: string) {
    if (waitMs <= 0) return
    logEvent(logger, EVENT_BY_LIMIT[limit], { address, limit })
    throw tooMany({ waitMs })
  }

  return {
    async requireRoom(limit, address) {
      requireNoWait(await addresses.waitMs(limit, address), limit, address)
    },

    async count(queries, limit, address) {
      await addresses.count(queries, limit, address)
      purge()
    },

    async take(queries, limit, address) {
      requireNoWait(await addresses.count(queries, limit, address), limit, address)
      purge()
    },

    async tryPassword(at, work) {
      const attempt = await passwords.begin(at)
      if ('waitMs' in attempt) {
        const { userId, loginFrom: address } = at
        logEvent(logger, address === undefined ? 'password-limited' : 'login-limited', { userId, address })
        throw tooMany(attempt)
      }
      purge()
      try {
        return await work({
          succeed: attempt.succeed,
          check: (check) =>
            check().catch(async (error) => {
              await database.write(attempt.takeBack)
              throw error
            }),
        })
      } finally {
        attempt.end()
      }
    },

    clearPasswords: passwords.clear,

    async queueMail(request, queue) {
      const isAllowed =
        !(await mails.isSpent(request.address)) &&
        (await database.write(async (queries) => {
          const isTaken = await mails.take(queries, request)
          if (isTaken) await queue(queries)
          return isTaken
        }))
      purge()
      if (!isAllowed) logEvent(logger, 'mail-limited', { address: request.address })
      return isAllowed
    },
  }
}

const EVENT_BY_LIMIT = {
  'login-failures': 'ip-limited',
  'bad-links': 'ip-limited',
  'exists-answers': 'exists-limited',
  registrations: 'register-limited',
} as const satisfies Record<AddressLimit, EventName>

function tooMany({ waitMs, isFinal = false }: { waitMs: number; isFinal?: boolean }): ApiError {
  const seconds = Math.ceil(Math.min(waitMs, LONGEST_RETRY_AFTER_MS) / 1_000)
  return new ApiError('client/too-many-requests', {
    ...(isFinal && { message: 'Too many attempts. Please reset your password to log in.' }),
    headers: { 'retry-after': String(seconds) },
  })
}

function noLimits({ database }: Pick<LimitOptions, 'database'>): Limits {
  const nothing = async () => {}
  return {
    requireRoom: nothing,
    count: nothing,
    take: nothing,
    tryPassword: (_at, work) => work({ check: (check) => check(), succeed: nothing }),
    clearPasswords: nothing,
    async queueMail(_request, queue) {
      await database.write(queue)
      return true
    },
  }
}
