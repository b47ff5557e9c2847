import type { Answer } from '../answer.ts'
import type { Step } from './before.ts'

/**
 * Sets headers on the answer, whoever gives it. Served by Node they are set on its own answer: collecting them in a
 * `Headers` first takes longer than looking a session up.
 */
export function setHeaders(headers: Record<string, string>): Step {
  const entries = Object.entries(headers)
  return (context) => {
    const { outgoing } = context.env as { outgoing?: Answer }
    if (outgoing) outgoing.addHeaders(headers)
    else for (const [name, value] of entries) context.header(name, value)
  }
}
