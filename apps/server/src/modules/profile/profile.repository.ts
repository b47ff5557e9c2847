import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'

const PROFILE_COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'email_verified_at',
  'created_at',
  'role',
  'is_demo',
] as const

export const findProfile = prepared(({ read }, userId: string) =>
  read.selectFrom('users').select(PROFILE_COLUMNS).where('id', '=', userId),
)

interface Names {
  firstName: string
  lastName: string
  now: number
}

export function updateNames(queries: Queries, userId: string, { firstName, lastName, now }: Names) {
  return queries
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName, updated_at: now })
    .where('id', '=', userId)
    .returning(PROFILE_COLUMNS)
    .executeTakeFirst()
}
