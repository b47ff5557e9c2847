import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { removeSpentMailTokens } from './mail-tokens.repository.ts'
import { removeExpiredSessions } from './sessions.repository.ts'

const EVERY_MS = 3_600_000

interface CleanupOptions {
  database: Database
  config: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>
  logger: Logger
  now: () => number
}

/** Removes expired sessions and mail tokens every hour, since their users may never return. */
export function startExpiryCleanup(options: CleanupOptions) {
  const cleanUp = () =>
    removeExpired(options).catch((error) =>
      options.logger.warn({ error }, 'what has expired could not be cleared away'),
    )
  const timer = setInterval(cleanUp, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

export async function removeExpired({ database, config, now }: Omit<CleanupOptions, 'logger'>) {
  const time = now()
  await database.write(async (queries) => {
    await removeExpiredSessions(queries, { lastSeen: time - config.sessionIdleMs, created: time - config.sessionMaxMs })
    await removeSpentMailTokens(queries, time)
  })
}
