import type { MiddlewareHandler } from 'hono'
import type { Logger } from '../logger.ts'
import type { UserEnv } from './router.ts'

const MAX_PATH_LENGTH = 200

/** Whoever has the token of a link sees its flow. */
const withoutToken = (path: string) => path.replace(/^((?:\/api)?\/shared\/).*/is, '$1…')

/** Logs a line for each request, without its query, headers and body. */
export function accessLog(logger: Logger): MiddlewareHandler<UserEnv> {
  return async (context, next) => {
    const start = performance.now()
    await next()
    const { method, path } = context.req
    logger.info(
      {
        method,
        // Percent-encoded, so that no character is interpreted by a terminal or log reader.
        path: encodeURI(withoutToken(path)).slice(0, MAX_PATH_LENGTH),
        status: context.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        userId: context.get('user')?.id,
      },
      'request',
    )
  }
}
