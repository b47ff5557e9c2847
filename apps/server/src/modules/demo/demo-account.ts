import type { SiteConfig } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import { findUserByEmail } from '../auth/users.repository.ts'
import { DEMO_ACCOUNT } from './demo-limits.ts'
import { removeSandboxes } from './sandboxes.repository.ts'

interface DemoOptions {
  database: Database
  isOn: boolean
  logger: Logger
}

/** The public credentials that open a sandbox, in demo mode. Otherwise removes the sandboxes that are left. */
export async function prepareDemo({ database, isOn, logger }: DemoOptions): Promise<SiteConfig['demo']> {
  if (!isOn) {
    await database.write(removeSandboxes)
    return null
  }
  if (!(await findUserByEmail(database.read, DEMO_ACCOUNT.email))) return DEMO_ACCOUNT
  // Registered by a user of a version that did not reserve the address.
  logger.error({ email: DEMO_ACCOUNT.email }, 'there is no demo: a user has its address')
  return null
}
