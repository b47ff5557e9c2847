import type { SignedInUser } from '../requester.ts'
import type { Authenticate } from './router.ts'

/** Lets a dangerous step pass once its user has confirmed who they are; follows `authenticate`. */
export function requireConfirmation(require: (user: SignedInUser) => Promise<void>): Authenticate {
  return async (context, next) => {
    await require(context.get('user'))
    await next()
  }
}
