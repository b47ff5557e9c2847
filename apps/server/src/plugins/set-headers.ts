import type { PresetHeadersResponse } from '../preset-headers-response.ts'
import type { SyncMiddleware } from './sync-middleware.ts'

/**
 * Sets headers on every response, errors included. Under Node they bypass the `Headers` class, which takes longer than
 * looking up a session. See docs/performance.md.
 */
export function setHeaders(headers: Record<string, string>): SyncMiddleware {
  const entries = Object.entries(headers)
  return (context) => {
    const { outgoing } = context.env as { outgoing?: PresetHeadersResponse }
    if (outgoing) outgoing.addHeaders(headers)
    else for (const [name, value] of entries) context.header(name, value)
  }
}
