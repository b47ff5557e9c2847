import type { Config } from '../../config.ts'
import type { Queries } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { isInvited } from './users.repository.ts'

/** Throws when an address may not make an account by itself. Nobody has shown yet that it is theirs. */
export async function requireMayRegister(
  queries: Queries,
  email: string,
  { mode, domains }: Config['registration'],
  now: number,
): Promise<void> {
  if (mode === 'open') return
  if (mode === 'off') throw new ApiError('auth/registration-off')
  if (mode === 'domains' && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw refusal(`Must be an address at ${domains.join(' or ')}.`)
  if (mode === 'invite' && !(await isInvited(queries, email, now)))
    throw refusal('Must be an address that was invited.')
}

const refusal = (message: string) => new ApiError('validation/error', { errors: { email: message } })
