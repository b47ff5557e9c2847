import { openDatabase } from '../../apps/server/src/database/open.ts'
import { hashToken, newToken } from '../../apps/server/src/modules/auth/session-token.ts'

export interface Place {
  dataDir: string
  /** Absent: SQLite in `dataDir`. */
  databaseUrl?: string
}

/** Makes an account with an open session in the database of a server that does not run yet; its token. */
export async function addAccount({ dataDir, databaseUrl }: Place, id: string, passwordHash = '-'): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl, onError: () => {} })
  const token = newToken()
  const now = Date.now()
  await database.write(async (queries) => {
    const names = { first_name: 'Grace', last_name: 'Hopper', password_hash: passwordHash }
    const times = { email_verified_at: now, created_at: now, updated_at: now }
    await queries
      .insertInto('users')
      .values({ id, email: `${id}@example.com`, is_demo: 0, ...names, ...times })
      .execute()
    await queries
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), user_id: id, created_at: now, last_seen_at: now })
      .execute()
  })
  await database.close()
  return token
}
