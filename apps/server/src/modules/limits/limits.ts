import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { type EventName, logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import { durationText } from '../../mail/mail-texts.ts'
import { type AddressLimit, createAddressLimits } from './address-limits.ts'
import { purgeCounters } from './counters.repository.ts'
import type { LimitOptions } from './limit-options.ts'
import { MAX_RETRY_AFTER_MS, PURGE_POLICY } from './limits.policy.ts'
import { createMailLimits, type MailRequest } from './mail-limits.ts'
import { type AttemptDetails, createPasswordAttempts } from './password-attempts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CODES_SPENT = 'Too many wrong codes. Use a passkey or a recovery code.'

interface Attempt {
  /** Runs the password check; when it throws, the attempt is not counted. */
  check<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resets the count, in the transaction that follows a correct password. */
  succeed(queries: Queries): Promise<void>
}

/**
 * Rate limits for guesses, requests and mails. Counters are in the database, so they survive a restart and several servers
 * share them. See docs/decisions/0061 and docs/decisions/0062.
 */
export interface Limits {
  /** Throws 'client/too-many-requests' while this network address has reached a limit. */
  requireBelowLimit(limit: AddressLimit, address: string): Promise<void>
  /** Counts an event of an address. */
  count(queries: Queries, limit: AddressLimit, address: string): Promise<void>
  /** Counts an event; throws 'client/too-many-requests' when concurrent requests have reached the limit. */
  countOrRefuse(queries: Queries, limit: AddressLimit, address: string): Promise<void>
  /** Runs `work` with a password attempt that counts as wrong until it succeeds. Throws 'client/too-many-requests' before it. */
  tryPassword<Result>(at: AttemptDetails, work: (attempt: Attempt) => Promise<Result>): Promise<Result>
  /** Resets the count of wrong passwords of an account. */
  clearPasswords(queries: Queries, account: string): Promise<void>
  /** Calls `queue` for a mail to somebody else unless a limit is reached. Returns whether it did. */
  queueMail(request: MailRequest, queue: (queries: Queries) => Promise<void>): Promise<boolean>
  /** Counts a mail about a user's own login; false when too many were sent. Nobody else can use up its limit. */
  takeLoginMail(queries: Queries, email: string): Promise<boolean>
  /** Calls `queue` for a mail that was asked for. Throws 'client/too-many-requests' when a limit is reached. */
  requireMail(request: MailRequest, queue: (queries: Queries) => Promise<void>): Promise<void>
  /** Throws 'client/too-many-requests' while this network address gets no mail sent. */
  requireMailsLeft(address: string): Promise<void>
  /** Counts a mail in a transaction, which must not be committed where this throws 'client/too-many-requests'. */
  takeMail(queries: Queries, request: MailRequest): Promise<void>
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

  /** Removes expired counters in small steps, without delaying requests. */
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
    throw tooMany({ waitMs, ...(limit === 'sandboxes' && { message: TOO_MANY_SANDBOXES }) })
  }

  /** Queues a mail and returns 0, or how long to wait for it. */
  async function queueWithin(request: MailRequest, queue: (queries: Queries) => Promise<void>): Promise<number> {
    const spent = await mails.waitMs(request.address)
    const waitMs =
      spent ||
      (await database.write(async (queries) => {
        const wait = await mails.take(queries, request)
        if (wait === 0) await queue(queries)
        return wait
      }))
    purge()
    if (waitMs > 0) logEvent(logger, 'mail-limited', { address: request.address })
    return waitMs
  }

  function requireNoWaitForMail(waitMs: number, address: string) {
    if (waitMs <= 0) return
    logEvent(logger, 'mail-limited', { address })
    throw tooManyMails(waitMs)
  }

  return {
    async requireBelowLimit(limit, address) {
      requireNoWait(await addresses.waitMs(limit, address), limit, address)
    },

    async count(queries, limit, address) {
      await addresses.count(queries, limit, address)
      purge()
    },

    async countOrRefuse(queries, limit, address) {
      requireNoWait(await addresses.count(queries, limit, address), limit, address)
      purge()
    },

    async tryPassword(at, work) {
      const attempt = await passwords.begin(at)
      if ('waitMs' in attempt) {
        const { userId, loginFrom: address, isCode } = at
        const event = address === undefined ? 'password-limited' : 'login-limited'
        logEvent(logger, isCode ? 'code-limited' : event, { userId, address })
        throw tooMany({ ...attempt, ...(isCode && attempt.isFinal && { message: CODES_SPENT, isFinal: false }) })
      }
      purge()
      try {
        return await work({
          succeed: attempt.succeed,
          check: (check) =>
            check().catch(async (error) => {
              await database.write(attempt.undo)
              throw error
            }),
        })
      } finally {
        attempt.end()
      }
    },

    clearPasswords: passwords.clear,

    async queueMail(request, queue) {
      return (await queueWithin(request, queue)) === 0
    },

    async takeLoginMail(queries, email) {
      return (await mails.take(queries, { email, kind: 'login' })) === 0
    },

    async requireMail(request, queue) {
      const waitMs = await queueWithin(request, queue)
      if (waitMs > 0) throw tooManyMails(waitMs)
    },

    async requireMailsLeft(address) {
      requireNoWaitForMail(await mails.waitMs(address), address)
    },

    async takeMail(queries, request) {
      requireNoWaitForMail(await mails.take(queries, request), request.address)
      purge()
    },
  }
}

const EVENT_BY_LIMIT = {
  'login-failures': 'ip-limited',
  'bad-links': 'ip-limited',
  challenges: 'ip-limited',
  'exists-answers': 'exists-limited',
  sandboxes: 'demo-limited',
  'link-views': 'link-limited',
  'views-of-link': 'link-limited',
  'link-passwords': 'link-limited',
  comments: 'comment-limited',
} as const satisfies Record<AddressLimit, EventName>

const TOO_MANY_SANDBOXES =
  'The demo was opened too often from your network. Please try again in an hour, or register for an account of your own.'

function tooManyMails(waitMs: number): ApiError {
  const unit = waitMs > 2 * HOUR_MS ? HOUR_MS : MINUTE_MS
  const wait = durationText(Math.ceil(waitMs / unit) * unit)
  return tooMany({ waitMs, message: `Too many mails were asked for. Please wait ${wait} before you ask for another.` })
}

interface Refusal {
  waitMs: number
  isFinal?: boolean
  message?: string
}

function tooMany({ waitMs, isFinal = false, message }: Refusal): ApiError {
  const seconds = Math.ceil(Math.min(waitMs, MAX_RETRY_AFTER_MS) / 1_000)
  return new ApiError('client/too-many-requests', {
    ...(message !== undefined && { message }),
    ...(isFinal && { message: 'Too many attempts. Please reset your password to log in.' }),
    headers: { 'retry-after': String(seconds) },
  })
}

function noLimits({ database }: Pick<LimitOptions, 'database'>): Limits {
  const nothing = async () => {}
  return {
    requireBelowLimit: nothing,
    count: nothing,
    countOrRefuse: nothing,
    tryPassword: (_at, work) => work({ check: (check) => check(), succeed: nothing }),
    clearPasswords: nothing,
    async queueMail(_request, queue) {
      await database.write(queue)
      return true
    },
    takeLoginMail: async () => true,
    requireMail: (_request, queue) => database.write(queue),
    requireMailsLeft: nothing,
    takeMail: nothing,
  }
}
