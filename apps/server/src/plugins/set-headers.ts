import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

/**
 * Sets headers on the answer, whoever gives it. Served by Node they are set on its own answer: collecting them in a
 * `Headers` first takes longer than looking a session up.
 */
export function setHeaders(headers: Record<string, string>): MiddlewareHandler {
  const entries = Object.entries(headers)
  return (context: Context<{ Bindings: Partial<HttpBindings> }>, next) => {
    const { outgoing } = context.env
    for (const [name, value] of entries) {
      if (outgoing) outgoing.setHeader(name, value)
      else context.header(name, value)
    }
    return next()
  }
}
