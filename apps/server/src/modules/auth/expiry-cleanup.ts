import { LIMITS } from '@plimsoll/contract'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/database.ts'
import { inSlices } from '../../database/slices.ts'
import type { Logger } from '../../logger.ts'
import { removeGivenUpMails } from '../../mail/mails.repository.ts'
import { removeExpiredAdministratorLinks } from '../administration/accounts.repository.ts'
import { removeExpiredInvitations } from '../administration/invitations.repository.ts'
import { trimAudit } from '../audit/audit.ts'
import { emptyBins, removeLeftovers } from '../bin/bin.repository.ts'
import { DEMO_LIMITS } from '../demo/demo-limits.ts'
import { removeEndedSandboxes } from '../demo/sandboxes.repository.ts'
import { removeOldEmailChanges } from '../email-change/email-change.repository.ts'
import { removeFinished } from '../experiments/experiments.repository.ts'
import { LIVE_TIMES } from '../live/live.policy.ts'
import { removeOldDocuments } from '../live/live.repository.ts'
import { removeExpiredLinks } from '../sharing/sharing.repository.ts'
import { removeExpiredTokens } from '../tokens/tokens.repository.ts'
import { thinVersions } from '../versions/versions.repository.ts'
import { removeDevices } from './devices.repository.ts'
import { removeEndedSessions } from './ended-sessions.repository.ts'
import { removeSpentMailTokens } from './mail-tokens.repository.ts'
import { removeExpiredSessions, type SessionLifetimes } from './sessions.repository.ts'
import { removeUnverified } from './users.repository.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** How long an experiment is kept when it is over. */
const EXPERIMENT_MS = 30 * DAY_MS
/** How long it is known why a session ended. */
const ENDED_MS = 30 * DAY_MS
/** How long an expired link is listed. */
const LINK_MS = 30 * DAY_MS

/** How long a browser is known after the last login there. */
const DEVICE_MS = 365 * DAY_MS

/** How long an expired invitation is listed, and a mail that was given up. */
const INVITATION_MS = 30 * DAY_MS
const MAIL_MS = 30 * DAY_MS

/** How long an account waits for its address to be verified. */
const UNVERIFIED_MS = 7 * DAY_MS

interface CleanupOptions {
  database: Database
  config: SessionLifetimes & Pick<Config, 'versionRetentionMs' | 'auditRetentionMs'>
  logger: Logger
  now: () => number
}

/** Removes expired sessions, sandboxes, mail tokens, unverified accounts, experiments, versions, links and removed flows every hour, since their users may never return. */
export function startExpiryCleanup(options: CleanupOptions) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const cleanUp = () => {
    running ??= removeExpired({ ...options, stopped: stopping.signal })
      .catch((error) => options.logger.warn({ error }, 'what has expired could not be cleared away'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(cleanUp, EVERY_MS)
  return {
    /** Ends after the present slice. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

interface Removal extends Omit<CleanupOptions, 'logger'> {
  /** What is left then goes the next time. */
  stopped?: AbortSignal
}

/** Removes what is small in one transaction, and flows and versions in slices. */
export async function removeExpired({ database, config, now, stopped = new AbortController().signal }: Removal) {
  const time = now()
  await database.write(async (queries) => {
    await removeExpiredSessions(queries, config, time)
    await removeEndedSandboxes(queries, time - DEMO_LIMITS.lifeMs)
    await removeDevices(queries, time - DEVICE_MS)
    await removeEndedSessions(queries, time - ENDED_MS)
    await removeSpentMailTokens(queries, time)
    await removeExpiredTokens(queries, time)
    await removeOldEmailChanges(queries, time - UNVERIFIED_MS)
    await removeUnverified(queries, time - UNVERIFIED_MS)
    await removeFinished(queries, time - EXPERIMENT_MS)
    await removeOldDocuments(queries, time - LIVE_TIMES.keptMs)
    await removeExpiredLinks(queries, time - LINK_MS)
    await removeExpiredAdministratorLinks(queries, time)
    await removeExpiredInvitations(queries, time - INVITATION_MS)
    await removeGivenUpMails(queries, time - MAIL_MS)
    await trimAudit(queries, { before: time - config.auditRetentionMs })
  })
  for (const work of [
    (queries: Queries) => emptyBins(queries, time - LIMITS.binDays * DAY_MS),
    removeLeftovers,
    (queries: Queries) => thinVersions(queries, { now: time, retentionMs: config.versionRetentionMs }),
  ])
    await inSlices(database, { stopped, work })
  if (stopped.aborted) return
  await database.purgeDeleted()
}
