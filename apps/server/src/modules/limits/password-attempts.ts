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
import type { LimitOptions } from './limit-options.ts'
import { PASSWORD_POLICY as POLICY } from './limits.policy.ts'
import { createTurns } from './turns.ts'

/** Whose password is tried, and where. */
export interface AttemptAt {
  /** An email address, whether anybody has it or not. */
  account: string
  /** The address of the network that a login comes from; undefined when someone who is logged in confirms something. */
  loginFrom: string | undefined
  /** For the log, where known. */
  userId?: string
}

/** A password being tried. It was counted as wrong before it is checked, so that no parallel one slips through. */
export interface PasswordAttempt {
  /** Takes the count back, as one password that was not checked after all. */
  takeBack(queries: Queries): Promise<void>
  /** Forgets the wrong ones before; after a login this address of the network counts apart from the others. */
  succeed(queries: Queries): Promise<void>
  /** To be called when all is written down, whatever came of it. */
  end(): void
}

interface Refusal {
  waitMs: number
  /** Whether waiting does not help any more, but a reset by mail. */
  isFinal: boolean
}

/** Bounds how often the passwords of an account can be guessed. */
export function createPasswordAttempts({ database, now }: LimitOptions) {
  const startedAt = now()
  const turns = createTurns(POLICY)

  /** Which counter counts: an address with an earlier login has its own, so that nobody can lock its user out. */
  async function choose({ account, loginFrom }: AttemptAt) {
    if (loginFrom === undefined) return { key: counterKey('confirmation', account) }
    const key = counterKey('login', account)
    const knownKey = counterKey('login', account, loginFrom)
    const [known] = await readCounters(database.read, [knownKey], now())
    return { key: known?.expiresAt ? knownKey : key, knownKey }
  }

  /** Why a counter lets nobody try a password now; undefined when it does. */
  function refusalBy({ count, since, expiresAt }: Counter): Refusal | undefined {
    const time = now()
    if (count >= POLICY.most) return { waitMs: expiresAt - time, isFinal: true }
    if (count < POLICY.free) return undefined
    // The time that the server was down is not waited: whoever can bring it down would gain by that.
    const waitMs = Math.max(since, startedAt) + delayAfter(count) - time
    return waitMs > 0 ? { waitMs, isFinal: false } : undefined
  }

  async function take(queries: Queries, key: string): Promise<Refusal | undefined> {
    const time = now()
    const counter = await lockCounter(queries, key, time)
    const refusal = refusalBy(counter)
    if (refusal) return refusal
    const count = counter.count + 1
    const memoryMs = count < POLICY.most ? POLICY.memoryMs : POLICY.stopMemoryMs
    await saveCounter(queries, key, { ...counter, count, since: time, expiresAt: time + memoryMs })
    return undefined
  }

  async function tryToTake(key: string): Promise<Refusal | undefined> {
    const [counter] = await readCounters(database.read, [key], now())
    const seen = counter && refusalBy(counter)
    if (seen) return seen
    turns.enter(key)
    let isTaken = false
    try {
      const refusal = await database.write((queries) => take(queries, key))
      isTaken = !refusal
      return refusal
    } finally {
      if (!isTaken) turns.leave(key)
    }
  }

  return {
    /** Counts one more, or says why not. */
    async begin(at: AttemptAt): Promise<PasswordAttempt | Refusal> {
      for (;;) {
        const { key, knownKey } = await choose(at)
        const refusal = await tryToTake(key)
        if (!refusal) return attempt(key, knownKey)
        // Those under way count as wrong ones for now. If one of them is right, nobody has to wait.
        const mayHaveChanged = await turns.untilNone(key)
        if (!mayHaveChanged) return refusal
      }
    },

    /** Forgets all wrong passwords of an account. */
    async clear(queries: Queries, account: string) {
      await removeCounter(queries, counterKey('confirmation', account))
      await removeCounters(queries, counterKey('login', account))
    },
  }

  function attempt(key: string, knownKey: string | undefined): PasswordAttempt {
    return {
      async takeBack(queries) {
        const counter = await lockCounter(queries, key, now())
        await saveCounter(queries, key, { ...counter, count: Math.max(0, counter.count - 1) })
      },
      async succeed(queries) {
        if (key !== knownKey) await removeCounter(queries, key)
        const expiresAt = now() + POLICY.knownAddressMs
        if (knownKey) await saveCounter(queries, knownKey, { count: 0, since: now(), blockedUntil: 0, expiresAt })
      },
      end: () => turns.leave(key),
    }
  }
}

function delayAfter(count: number): number {
  return Math.min(POLICY.longestDelayMs, POLICY.firstDelayMs * 2 ** (count - POLICY.free))
}
