import type { Queries } from '../../database/database.ts'
import {
  type Counter,
  counterKey,
  lockCounter,
  readCounters,
  removeCounter,
  removeCounters,
  saveCounter,
} from './counters.repository.ts'
import { createInFlight } from './in-flight.ts'
import type { LimitOptions } from './limit-options.ts'
import { PASSWORD_POLICY as POLICY } from './limits.policy.ts'

/** The account and origin of a password attempt. */
export interface AttemptDetails {
  /** An email address, with or without an account. */
  account: string
  /** Network address of a login; undefined when a signed-in user confirms a password. */
  loginFrom: string | undefined
  /** For the log. */
  userId?: string
  /** Whether it is a code of a second factor. */
  isCode?: boolean
}

/** A password attempt. It counts as wrong before the check, so that parallel attempts cannot exceed the limit. See docs/decisions/0061. */
export interface PasswordAttempt {
  /** Undoes the count, for a password that was not checked. */
  undo(queries: Queries): Promise<void>
  /** Resets the count; after a login this network address gets its own counter. */
  succeed(queries: Queries): Promise<void>
  /** Must be called at the end, whatever the outcome. */
  end(): void
}

interface Refusal {
  waitMs: number
  /** Whether only a reset by mail helps. */
  isFinal: boolean
}

/** Limits password guesses for an account. */
export function createPasswordAttempts({ database, now }: LimitOptions) {
  const startedAt = now()
  const inFlight = createInFlight(POLICY)

  /** Chooses the counter. An address with an earlier login has its own, so that nobody can lock out its user. */
  async function choose({ account, loginFrom }: AttemptDetails) {
    if (loginFrom === undefined) return { key: counterKey('confirmation', account) }
    const key = counterKey('login', account)
    const trustedKey = counterKey('login', account, loginFrom)
    const [trusted] = await readCounters(database.read, [trustedKey], now())
    return { key: trusted?.expiresAt ? trustedKey : key, trustedKey }
  }

  /** Why a counter refuses attempts now; undefined when it allows one. */
  function refusalBy({ count, since, expiresAt }: Counter): Refusal | undefined {
    const time = now()
    if (count >= POLICY.max) return { waitMs: expiresAt - time, isFinal: true }
    if (count < POLICY.free) return undefined
    // Downtime does not count as waiting, or an attacker could gain by crashing the server.
    const waitMs = Math.max(since, startedAt) + delayAfter(count) - time
    return waitMs > 0 ? { waitMs, isFinal: false } : undefined
  }

  async function take(queries: Queries, key: string): Promise<Refusal | undefined> {
    const time = now()
    const counter = await lockCounter(queries, key, time)
    const refusal = refusalBy(counter)
    if (refusal) return refusal
    const count = counter.count + 1
    const memoryMs = count < POLICY.max ? POLICY.memoryMs : POLICY.stopMemoryMs
    await saveCounter(queries, key, { ...counter, count, since: time, expiresAt: time + memoryMs })
    return undefined
  }

  async function tryToTake(key: string): Promise<Refusal | undefined> {
    const [counter] = await readCounters(database.read, [key], now())
    const seen = counter && refusalBy(counter)
    if (seen) return seen
    inFlight.start(key)
    let isTaken = false
    try {
      const refusal = await database.write((queries) => take(queries, key))
      isTaken = !refusal
      return refusal
    } finally {
      if (!isTaken) inFlight.end(key)
    }
  }

  return {
    /** Counts an attempt, or returns why it is refused. */
    async begin(at: AttemptDetails): Promise<PasswordAttempt | Refusal> {
      for (;;) {
        const { key, trustedKey } = await choose(at)
        const refusal = await tryToTake(key)
        if (!refusal) return attempt(key, trustedKey)
        // Attempts in progress count as wrong until one of them succeeds.
        const mayHaveChanged = await inFlight.waitForAll(key)
        if (!mayHaveChanged) return refusal
      }
    },

    /** Resets all counters of an account. */
    async clear(queries: Queries, account: string) {
      await removeCounter(queries, counterKey('confirmation', account))
      await removeCounters(queries, counterKey('login', account))
    },
  }

  function attempt(key: string, trustedKey: string | undefined): PasswordAttempt {
    return {
      async undo(queries) {
        const counter = await lockCounter(queries, key, now())
        await saveCounter(queries, key, { ...counter, count: Math.max(0, counter.count - 1) })
      },
      async succeed(queries) {
        if (key !== trustedKey) await removeCounter(queries, key)
        const expiresAt = now() + POLICY.trustedAddressMs
        if (trustedKey) await saveCounter(queries, trustedKey, { count: 0, since: now(), blockedUntil: 0, expiresAt })
      },
      end: () => inFlight.end(key),
    }
  }
}

function delayAfter(count: number): number {
  return Math.min(POLICY.maxDelayMs, POLICY.firstDelayMs * 2 ** (count - POLICY.free))
}
