import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import type { Limits } from '../limits/limits.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** What the services that make and change accounts are built on. */
export interface AccountParts {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  logger: Logger
  /** To be called when a mail was queued. */
  wakeMail: () => void
  /** Milliseconds since 1970. */
  now: () => number
}
