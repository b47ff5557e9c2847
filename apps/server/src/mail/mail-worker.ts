import type { Database, Queries } from '../database/database.ts'
import type { MailTokenPurpose } from '../database/schema.ts'
import type { Logger } from '../logger.ts'
import type { Carrier, Mail } from './carrier.ts'
import { type ClaimedMail, findNextDue, postponeMail, removeMail } from './mails.repository.ts'
import { createPause } from './pause.ts'
import { takeMail } from './take-mail.ts'

const LEASE_MS = 12_000
const RENEW_MS = 4_000
/** How often mails are looked for that other servers or the operator's command have queued. */
const POLL_MS = 5_000
const SHORTEST_PAUSE_MS = 50
const FIRST_RETRY_MS = 5_000
/** When no mail can be sent, all must go out soon after that is over; a mail that is refused need not be pressed. */
const LONGEST_RETRY_MS = { outage: 30_000, refusal: 3_600_000 }
const GIVE_UP_MS = 3 * 86_400_000
const STOP_MS = 5_000

/** What nodemailer says when the server does not take this one mail. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE']

interface MailWorkerOptions {
  database: Database
  carrier: Carrier
  logger: Logger
  /** Links begin with it. */
  publicUrl: string
  /** How long links work, counted from the sending. */
  ttlMs: Record<MailTokenPurpose, number>
  now: () => number
}

export interface MailWorker {
  /** Looks for mails now: to be called after a transaction that has queued one. */
  wake(): void
  /** Finishes the mail under way, within 5 s; what is not sent by then is sent after the next start. */
  stop(): Promise<void>
}

type Write = (queries: Queries) => Promise<void>

const NOTHING: Write = async () => {}

/**
 * Sends the mails of the queue for as long as it runs; any number of servers may do so over one database. One mail at a
 * time, and none before it is written down what became of the last: a server that dies sends one mail twice at most.
 */
export function startMailWorker({ database, carrier, logger, publicUrl, ttlMs, now }: MailWorkerOptions): MailWorker {
  const pause = createPause()
  let isStopping = false
  /** What became of the last mail. */
  let unwritten = NOTHING
  let outages = 0

  async function work() {
    while (!isStopping) {
      try {
        await pause.take(await sendNext())
      } catch (error) {
        logger.warn({ error }, 'the queue of mails could not be worked on')
        await pause.take(POLL_MS)
      }
    }
    await writeDown().catch((error) => logger.warn({ error }, 'what became of a mail could not be written down'))
  }

  /** Sends a mail if one is due; how long to wait then, in milliseconds. */
  async function sendNext(): Promise<number> {
    const taken = await writeDown((queries) => takeMail(queries, { now: now(), leaseMs: LEASE_MS, publicUrl, ttlMs }))
    if (!taken) return untilNextDue()
    const { claimed, userId, mail } = taken
    const facts = { kind: claimed.kind, userId, attempts: claimed.attempts }
    if (!mail) {
      logger.info({ event: 'mail-dropped', ...facts }, 'a mail had nobody to go to')
      return 0
    }

    const failure = await send(claimed, mail)
    outages = failure?.isOutage ? outages + 1 : 0
    if (!failure) {
      logger.info({ event: 'mail-sent', ...facts }, 'a mail was sent')
      unwritten = (queries) => removeMail(queries, claimed.id)
      return 0
    }
    const { isOutage, ...reason } = failure
    if (now() - claimed.created_at >= GIVE_UP_MS) {
      logger.error({ event: 'mail-given-up', ...facts, ...reason }, 'a mail was tried for days and is given up')
      unwritten = (queries) => removeMail(queries, claimed.id)
    } else {
      logger.error({ event: 'mail-failed', ...facts, ...reason }, 'a mail could not be sent and will be tried again')
      const dueAt = now() + retryDelay(claimed.attempts, isOutage)
      unwritten = (queries) => postponeMail(queries, claimed.id, dueAt)
    }
    if (!isOutage) return 0
    await writeDown()
    return retryDelay(outages, isOutage)
  }

  /** Writes down what became of the last mail, and with it what `work` does. */
  async function writeDown<Result>(work?: (queries: Queries) => Promise<Result>): Promise<Result | undefined> {
    const result = await database.write(async (queries) => {
      await unwritten(queries)
      return work?.(queries)
    })
    unwritten = NOTHING
    return result
  }

  async function untilNextDue() {
    const nextDue = (await findNextDue(database.read)) ?? Number.POSITIVE_INFINITY
    return Math.max(SHORTEST_PAUSE_MS, Math.min(POLL_MS, nextDue - now()))
  }

  /** Undefined when the mail was sent, else why not. */
  async function send({ id }: ClaimedMail, mail: Mail): Promise<Failure | undefined> {
    const renewal = setInterval(() => {
      database
        .write((queries) => postponeMail(queries, id, now() + LEASE_MS))
        .catch((error) => logger.warn({ error }, 'another server may send a mail that is under way here'))
    }, RENEW_MS)
    try {
      await carrier.carry(mail)
      return undefined
    } catch (error) {
      return describe(error)
    } finally {
      clearInterval(renewal)
    }
  }

  const ended = work()
  return {
    wake: pause.end,
    async stop() {
      isStopping = true
      pause.end()
      const breakOff = setTimeout(carrier.close, STOP_MS)
      await ended
      clearTimeout(breakOff)
      carrier.close()
    },
  }
}

function retryDelay(attempts: number, isOutage: boolean): number {
  return Math.min(isOutage ? LONGEST_RETRY_MS.outage : LONGEST_RETRY_MS.refusal, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

interface Failure {
  /** Whether it is not about this one mail. */
  isOutage: boolean
  code: string
  responseCode: number | undefined
  reason?: string | undefined
}

/** Why a mail was not sent. What a server says to a mail may hold the address, so only its codes are told. */
function describe(error: unknown): Failure {
  const { code = '', responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  if (REFUSALS.includes(code)) return { isOutage: false, code, responseCode }
  return { isOutage: true, code, responseCode, reason: message }
}
