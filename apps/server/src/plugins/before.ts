import type { Context, MiddlewareHandler } from 'hono'
import type { PublicEnv } from './router.ts'

/** Looks at a request, or notes something of it or for its answer. Refuses it by throwing. */
export type Step = (context: Context<PublicEnv>) => void

/** One middleware for steps that wait for nothing: each as a middleware of its own would cost every request promises. */
export function before(...steps: Step[]): MiddlewareHandler<PublicEnv> {
  return (context, next) => {
    for (const step of steps) step(context)
    return next()
  }
}

/** The steps for requests of the API; others they let pass. */
export function onlyApi(...steps: Step[]): Step {
  return (context) => {
    const { path } = context.req
    if (path !== '/api' && !path.startsWith('/api/')) return
    for (const step of steps) step(context)
  }
}
