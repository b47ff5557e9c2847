import type { SiteConfig } from '@plimsoll/contract'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import type { Logger } from '../../logger.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import { removeSessions } from '../auth/sessions.repository.ts'
import { addUser, findDemoUser, setPasswordHash } from '../auth/users.repository.ts'
import { addFlow } from '../flows/flows.repository.ts'
import { putEntry } from '../library/library.repository.ts'
import { firstVersion } from '../versions/replace-flow.ts'
import { addVersion } from '../versions/versions.repository.ts'
import { DEMO_EMAIL } from './demo-limits.ts'
import { sampleFlows } from './sample-flows.ts'

const ACCOUNT = { email: DEMO_EMAIL, password: 'Waterline1' } as const

interface DemoOptions {
  database: Database
  hasher: PasswordHasher
  isOn: boolean
  logger: Logger
  now: () => number
}

/**
 * In demo mode, creates the demo account or resets its password, and returns the public credentials. Otherwise ends the
 * sessions that the account may still have.
 */
export async function prepareDemoAccount(options: DemoOptions): Promise<SiteConfig['demo']> {
  const { database, hasher, isOn, logger, now } = options
  const account = await findDemoUser(database.read)
  if (!isOn) {
    if (account)
      await database.write((queries) => removeSessions(queries, account.id, { reason: 'by-administrator', now: now() }))
    return null
  }
  if (account && (await hasher.verify(account.password_hash, ACCOUNT.password))) return ACCOUNT
  const passwordHash = await hasher.hash(ACCOUNT.password)
  if (account) await database.write((queries) => setPasswordHash(queries, account.id, passwordHash, now()))
  else await addAccount(database, passwordHash, now())
  if (account || (await findDemoUser(database.read))) return ACCOUNT
  // Registered by a user of a version that did not reserve the address.
  logger.error({ email: ACCOUNT.email }, 'there is no demo account: a user has its address')
  return null
}

async function addAccount(database: Database, passwordHash: string, now: number) {
  const user = {
    id: newId(),
    email: ACCOUNT.email,
    password_hash: passwordHash,
    first_name: 'Demo',
    last_name: 'Sailor',
    email_verified_at: now,
    is_demo: 1,
    created_at: now,
    updated_at: now,
  }
  const flows = await sampleFlows(user.id, now)
  await database.write(async (queries) => {
    // Another server on the same database may have been quicker.
    if (await addUser(queries, user)) {
      for (const { row, entry } of flows) {
        await addFlow(queries, row)
        await putEntry(queries, entry)
        await addVersion(queries, firstVersion(row, user.id))
      }
    }
  })
}
