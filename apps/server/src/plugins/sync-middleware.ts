import type { Context, MiddlewareHandler } from 'hono'
import type { PublicEnv } from './router.ts'

/** Inspects a request, or sets a variable or header. Throws to refuse the request. */
export type SyncMiddleware = (context: Context<PublicEnv>) => void

/** Combines synchronous steps into one middleware, because each middleware costs every request promises. */
export function combine(...steps: SyncMiddleware[]): MiddlewareHandler<PublicEnv> {
  return (context, next) => {
    for (const step of steps) step(context)
    return next()
  }
}

/** Applies the steps to requests of the API only. */
export function forApi(...steps: SyncMiddleware[]): SyncMiddleware {
  return (context) => {
    const { path } = context.req
    if (path !== '/api' && !path.startsWith('/api/')) return
    for (const step of steps) step(context)
  }
}
