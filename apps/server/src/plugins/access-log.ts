import type { MiddlewareHandler } from 'hono'
import type { Logger } from '../logger.ts'
import type { UserEnv } from './router.ts'

const LONGEST_PATH = 200

/** One line for each request: never its query, headers or body. */
export function accessLog(logger: Logger): MiddlewareHandler<UserEnv> {
  return async (context, next) => {
    const start = performance.now()
    await next()
    const { method, path } = context.req
    logger.info(
      {
        method,
        // Percent-encoded: no terminal and no reader of lines takes a character in it for its own.
        path: encodeURI(path).slice(0, LONGEST_PATH),
        status: context.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        userId: context.get('user')?.id,
      },
      'request',
    )
  }
}
