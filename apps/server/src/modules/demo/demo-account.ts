import type { SiteConfig } from '@plimsoll/contract'
import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/ids.ts'
import type { Logger } from '../../logger.ts'
import type { PasswordHasher } from '../auth/password-hasher.ts'
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
 * In demo mode, makes sure that the demo account is there with the password that everybody is told, and gives that away.
 * Otherwise ends the sessions that the account may still have.
 */
export async function prepareDemoAccount(options: DemoOptions): Promise<SiteConfig['demo']> {
  const { database, hasher, isOn, logger, now } = options
  const account = await findAccount(database.read)
  if (!isOn) {
    if (account) await database.write((queries) => removeSessions(queries, account.id))
    return null
  }
  if (account && (await hasher.verify(account.password_hash, ACCOUNT.password))) return ACCOUNT
  const passwordHash = await hasher.hash(ACCOUNT.password)
  if (account) await database.write((queries) => resetPassword(queries, account.id, passwordHash))
  else await addAccount(database, passwordHash, now())
  if (account || (await findAccount(database.read))) return ACCOUNT
  // Registered by somebody before the address was kept back.
  logger.error({ email: ACCOUNT.email }, 'there is no demo account: a user has its address')
  return null
}

function findAccount(queries: Queries) {
  return queries.selectFrom('users').select(['id', 'password_hash']).where('is_demo', '=', 1).executeTakeFirst()
}

async function removeSessions(queries: Queries, userId: string) {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

async function resetPassword(queries: Queries, userId: string, passwordHash: string) {
  await queries.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

async function addAccount(database: Database, passwordHash: string, now: number) {
  const userId = newId()
  const flows = await sampleFlows(userId, now)
  await database.write(async (queries) => {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('users')
      .values({
        id: userId,
        email: ACCOUNT.email,
        password_hash: passwordHash,
        first_name: 'Demo',
        last_name: 'Sailor',
        email_verified_at: now,
        is_demo: 1,
        created_at: now,
        updated_at: now,
      })
      // Another server on the same database may have been quicker.
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) await queries.insertInto('flows').values(flows).execute()
  })
}
