import type { HttpBindings } from '@hono/node-server'
import type { Step } from './before.ts'

/**
 * Sets headers on the answer, whoever gives it. Served by Node they are set on its own answer: collecting them in a
 * `Headers` first takes longer than looking a session up.
 */
export function setHeaders(headers: Record<string, string>): Step {
  const entries = Object.entries(headers)
  return (context) => {
    const { outgoing } = context.env as Partial<HttpBindings>
    for (const [name, value] of entries) {
      if (outgoing) outgoing.setHeader(name, value)
      else context.header(name, value)
    }
  }
}
