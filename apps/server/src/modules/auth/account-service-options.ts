import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import type { Limits } from '../limits/limits.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Dependencies of the services that create and change accounts. */
export interface AccountServiceOptions {
  database: Database
  hasher: PasswordHasher
  limits: Limits
  config: Pick<Config, 'registration'>
  logger: Logger
  /** Makes the mail worker look for queued mails now. */
  wakeMail: () => void
  /** Milliseconds since 1970. */
  now: () => number
}
