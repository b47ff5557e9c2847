import type { MiddlewareHandler } from 'hono'

/** Sets headers on the answer, whoever gives it. */
export function setHeaders(headers: Record<string, string>): MiddlewareHandler {
  const entries = Object.entries(headers)
  return async (context, next) => {
    for (const [name, value] of entries) context.header(name, value)
    await next()
  }
}
