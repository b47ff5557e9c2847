import { type Flow, parseFlow } from '@plimsoll/flow'
import type { LiveSnapshot } from '@plimsoll/simulation'

/** What the page asks of the worker. One worker lives for one run: Reset ends it. */
export type RunRequest =
  | { readonly type: 'start'; readonly flow: Flow; readonly seed: number }
  | { readonly type: 'update'; readonly flow: Flow }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }

/** The names of what runs, in the order of a snapshot's utilizations. */
export type Parts = Pick<LiveSnapshot, 'nodes' | 'edges'>

/** What the worker tells: the state after a tick, with the parts when they are new, or why it will not run what it was given. */
export type RunReport =
  | { readonly type: 'tick'; readonly figures: Omit<LiveSnapshot, keyof Parts>; readonly parts: Parts | null }
  | { readonly type: 'refused'; readonly reason: string }

/** Reads a message that came in from outside; null for anything that is no request at all. */
export function readRequest(message: unknown): RunRequest | Extract<RunReport, { type: 'refused' }> | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, flow, seed } = message as Record<string, unknown>
  if (type === 'pause' || type === 'resume') return { type }
  if (type !== 'start' && type !== 'update') return null
  if (type === 'start' && !Number.isSafeInteger(seed)) return { type: 'refused', reason: 'the seed is no whole number' }
  const parsed = parseFlow(flow)
  if (!parsed.ok) {
    return { type: 'refused', reason: parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; ') }
  }
  return type === 'start' ? { type, flow: parsed.flow, seed: seed as number } : { type, flow: parsed.flow }
}
