import type { Database, Queries } from '../database/database.ts'
import type { Logger } from '../logger.ts'
import { claimMail } from './claim-mail.ts'
import { createInterruptibleDelay } from './interruptible-delay.ts'
import type { Mail, MailTransport } from './mail-transport.ts'
import { type ClaimedMail, failMail, findNextDue, giveUpMail, postponeMail, removeMail } from './mails.repository.ts'

const LEASE_MS = 12_000
const RENEW_MS = 4_000
/** Interval for finding mails that other servers or the admin command have queued. */
const POLL_MS = 5_000
const MIN_PAUSE_MS = 50
const FIRST_RETRY_MS = 5_000
/** Short for outages, after which all mails should be sent soon, and long for a single refused mail. */
const MAX_RETRY_MS = { outage: 30_000, refusal: 3_600_000 }
const GIVE_UP_MS = 3 * 86_400_000
const STOP_MS = 5_000
/** Characters of the reason for a failure that are kept. */
const MAX_REASON = 500

/** Nodemailer's codes for the refusal of a single mail. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE']

interface MailWorkerOptions {
  database: Database
  transport: MailTransport
  logger: Logger
  /** The beginning of links. */
  publicUrl: string
  /** How long links are valid, from when the mail is sent. */
  ttlMs: { verify: number; reset: number }
  now: () => number
}

export interface MailWorker {
  /** Looks for mails now; to be called after a transaction that has queued one. */
  wake(): void
  /** Finishes the mail in progress within 5 s; the rest of the queue is sent after the next start. */
  stop(): Promise<void>
}

type Write = (queries: Queries) => Promise<unknown>

const NOTHING: Write = async () => {}

/**
 * Sends queued mails until it is stopped; any number of servers can share a queue. Sends one mail at a time, and records its
 * outcome before the next, so that a crash sends at most one mail twice. See docs/decisions/0065.
 */
export function startMailWorker({ database, transport, logger, publicUrl, ttlMs, now }: MailWorkerOptions): MailWorker {
  const delay = createInterruptibleDelay()
  let isStopping = false
  /** Records the outcome of the last mail. */
  let recordLast = NOTHING
  let outages = 0

  async function work() {
    while (!isStopping) {
      try {
        await delay.wait(await sendNext())
      } catch (error) {
        logger.warn({ error }, 'the queue of mails could not be worked on')
        await delay.wait(POLL_MS)
      }
    }
    await recordOutcome().catch((error) => logger.warn({ error }, 'what became of a mail could not be written down'))
  }

  /** Sends a mail if one is due. Returns how long to wait afterwards, in milliseconds. */
  async function sendNext(): Promise<number> {
    const next = await recordOutcome((queries) =>
      claimMail(queries, { now: now(), leaseMs: LEASE_MS, publicUrl, ttlMs }),
    )
    if (!next) return untilNextDue()
    const { claimed, userId, mail } = next
    const facts = { kind: claimed.kind, userId, attempts: claimed.attempts }
    if (!mail) {
      logger.info({ event: 'mail-dropped', ...facts }, 'a mail had nobody to go to')
      return 0
    }

    const failure = await send(claimed, mail)
    outages = failure?.isOutage ? outages + 1 : 0
    if (!failure) {
      logger.info({ event: 'mail-sent', ...facts }, 'a mail was sent')
      recordLast = (queries) => removeMail(queries, claimed.id)
      return 0
    }
    const { isOutage, text, ...reason } = failure
    if (now() - claimed.created_at >= GIVE_UP_MS) {
      logger.error({ event: 'mail-given-up', ...facts, ...reason }, 'a mail was tried for days and is given up')
      recordLast = (queries) => giveUpMail(queries, claimed.id, { failure: text, now: now() })
    } else {
      logger.error({ event: 'mail-failed', ...facts, ...reason }, 'a mail could not be sent and will be tried again')
      const dueAt = now() + retryDelay(claimed.attempts, isOutage)
      recordLast = (queries) => failMail(queries, claimed.id, { failure: text, dueAt })
    }
    if (!isOutage) return 0
    await recordOutcome()
    return retryDelay(outages, isOutage)
  }

  /** Records the outcome of the last mail, in one transaction with `work`. */
  async function recordOutcome<Result>(work?: (queries: Queries) => Promise<Result>): Promise<Result | undefined> {
    const result = await database.write(async (queries) => {
      await recordLast(queries)
      return work?.(queries)
    })
    recordLast = NOTHING
    return result
  }

  async function untilNextDue() {
    const nextDue = (await findNextDue(database.read)) ?? Number.POSITIVE_INFINITY
    return Math.max(MIN_PAUSE_MS, Math.min(POLL_MS, nextDue - now()))
  }

  /** Returns undefined when the mail was sent, else the failure. */
  async function send({ id }: ClaimedMail, mail: Mail): Promise<Failure | undefined> {
    const renewal = setInterval(() => {
      database
        .write((queries) => postponeMail(queries, id, now() + LEASE_MS))
        .catch((error) => logger.warn({ error }, 'another server may send a mail that is under way here'))
    }, RENEW_MS)
    try {
      await transport.send(mail)
      return undefined
    } catch (error) {
      return describe(error)
    } finally {
      clearInterval(renewal)
    }
  }

  const ended = work()
  return {
    wake: delay.end,
    async stop() {
      isStopping = true
      delay.end()
      const abort = setTimeout(transport.close, STOP_MS)
      await ended
      clearTimeout(abort)
      transport.close()
    },
  }
}

function retryDelay(attempts: number, isOutage: boolean): number {
  return Math.min(isOutage ? MAX_RETRY_MS.outage : MAX_RETRY_MS.refusal, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

interface Failure {
  /** Whether it affects all mails. */
  isOutage: boolean
  code: string
  responseCode: number | undefined
  reason?: string | undefined
  /** What the mail server or the network said, for administrators; it may name the address. */
  text: string
}

/** Why a mail was not sent. Of a refusal only the codes are logged, because its text may contain the address. */
function describe(error: unknown): Failure {
  const { code = '', responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  const text = [...(message ?? code)].slice(0, MAX_REASON).join('')
  if (REFUSALS.includes(code)) return { isOutage: false, code, responseCode, text }
  return { isOutage: true, code, responseCode, reason: message, text }
}
