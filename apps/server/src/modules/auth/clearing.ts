import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { removeSpentMailTokens } from './mail-tokens.repository.ts'
import { removeExpiredSessions } from './sessions.repository.ts'

const EVERY_MS = 3_600_000

interface ClearingOptions {
  database: Database
  config: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>
  logger: Logger
  now: () => number
}

/** Removes sessions and links whose time is over, each hour: their owners may never come back to have it done. */
export function startClearing(options: ClearingOptions) {
  const clear = () =>
    clearExpired(options).catch((error) => options.logger.warn({ error }, 'what has expired could not be cleared away'))
  const timer = setInterval(clear, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

export async function clearExpired({ database, config, now }: Omit<ClearingOptions, 'logger'>) {
  const time = now()
  await database.write(async (queries) => {
    await removeExpiredSessions(queries, { lastSeen: time - config.sessionIdleMs, created: time - config.sessionMaxMs })
    await removeSpentMailTokens(queries, time)
  })
}
