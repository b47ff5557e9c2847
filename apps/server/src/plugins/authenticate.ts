import { ApiError } from '../errors.ts'
import type { Authenticate, SignedInUser } from './router.ts'

const BEARER = /^bearer ([A-Za-z0-9_-]{43})$/i

/** Lets only requests pass whose bearer token `identify` knows. */
export function createAuthenticate(identify: (token: string) => Promise<SignedInUser | undefined>): Authenticate {
  return async (context, next) => {
    const token = BEARER.exec(context.req.header('authorization') ?? '')?.[1]
    const user = token && (await identify(token))
    if (!user) throw new ApiError('auth/unauthorized', { headers: { 'www-authenticate': 'Bearer' } })
    context.set('user', user)
    await next()
  }
}
