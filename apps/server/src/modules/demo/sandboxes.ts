import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import { ApiError } from '../../errors.ts'
import { logEvent } from '../../events.ts'
import type { Logger } from '../../logger.ts'
import type { Client } from '../../requester.ts'
import { openSession } from '../auth/open-session.ts'
import { hashToken } from '../auth/session-token.ts'
import { removeSession, type SessionLifetimes } from '../auth/sessions.repository.ts'
import { addUser } from '../auth/users.repository.ts'
import { addFlow } from '../flows/flows.repository.ts'
import { putEntry } from '../library/library.repository.ts'
import { counterKey, lockCounter } from '../limits/counters.repository.ts'
import type { Limits } from '../limits/limits.ts'
import { firstVersion } from '../versions/replace-flow.ts'
import { addVersion } from '../versions/versions.repository.ts'
import { DEMO_LIMITS } from './demo-limits.ts'
import { sampleFlows } from './sample-flows.ts'
import { countSandboxes, removeEndedSandboxes, removeSpareSandbox } from './sandboxes.repository.ts'

interface SandboxOptions {
  database: Database
  limits: Limits
  config: SessionLifetimes
  logger: Logger
  now: () => number
}

interface Visit {
  client: Client
  /** Of the session that the new one replaces. */
  previousToken: string | undefined
  /** Further work in the same transaction. */
  also: (queries: Queries) => Promise<void>
}

/** Opens sandboxes: users of one session, with samples, who are deleted with it. See docs/decisions/0298. */
export function createSandboxes({ database, limits, config, logger, now }: SandboxOptions) {
  async function makeRoom(queries: Queries, time: number) {
    // Of several logins at once each counts those before it.
    await lockCounter(queries, counterKey('sandboxes-open'), time)
    await removeEndedSandboxes(queries, time - DEMO_LIMITS.lifeMs)
    if ((await countSandboxes(queries)) < DEMO_LIMITS.sandboxes) return
    if (await removeSpareSandbox(queries, time - DEMO_LIMITS.spareMs)) return
    throw new ApiError('auth/demo-full', { headers: { 'retry-after': String(DEMO_LIMITS.spareMs / 1_000) } })
  }

  /** Returns the token of the session that the sandbox lives with. */
  return async function openSandbox({ client, previousToken, also }: Visit): Promise<string> {
    const { address, userAgent } = client
    const isCounted = !isThisMachine(address)
    if (isCounted) await limits.requireBelowLimit('sandboxes', address)
    const time = now()
    const id = newId()
    const user = {
      id,
      email: `${id}@sandbox.plimsoll.example`,
      // Nobody logs in to it a second time.
      password_hash: '',
      first_name: 'Demo',
      last_name: 'Sailor',
      email_verified_at: time,
      is_demo: 1,
      created_at: time,
      updated_at: time,
    }
    const flows = await sampleFlows(id, time)
    const { token } = await database.write(async (queries) => {
      if (isCounted) await limits.countOrRefuse(queries, 'sandboxes', address)
      if (previousToken) await removeSession(queries, hashToken(previousToken), { reason: 'logged-out', now: time })
      await makeRoom(queries, time)
      await addUser(queries, user)
      for (const { row, entry } of flows) {
        await addFlow(queries, row)
        await putEntry(queries, entry)
        await addVersion(queries, firstVersion(row, id))
      }
      await also(queries)
      return openSession(queries, { userId: id, userAgent, most: 1, config, now: time })
    })
    logEvent(logger, 'login', { userId: id, address })
    return token
  }
}

/** Behind a proxy that passes on no address everybody is at this machine, so this address says nothing of who it is. */
const isThisMachine = (address: string) => address.startsWith('127.') || address === '0:0:0:0::/64'
