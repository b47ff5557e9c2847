import { type Flow, parseFlow } from '@plimsoll/flow'
import type { LiveSnapshot } from '@plimsoll/simulation'
import { isSpeed, type Speed } from '../../../stores/speeds.ts'
import type { HistoryNews } from './history-news.ts'

/** What the page asks of the worker. One worker lives for one run: Reset ends it. */
export type RunRequest =
  | { readonly type: 'start'; readonly flow: Flow; readonly seed: number; readonly speed: Speed }
  | { readonly type: 'update'; readonly flow: Flow }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** The last report has been taken in. */
  | { readonly type: 'seen' }
  | { readonly type: 'speed'; readonly speed: Speed }
  /** One tick while paused, beyond the simulated time `after` that the page shows. */
  | { readonly type: 'step'; readonly after: number }

/** The names of what runs, in the order of a snapshot's utilizations. */
export type Parts = Pick<LiveSnapshot, 'nodes' | 'edges'>

/**
 * What the worker tells: the state after one tick or several, with the parts and the points of the history when they are new, or why it
 * will not run what it was given.
 */
export type RunReport =
  | {
      readonly type: 'tick'
      readonly figures: Omit<LiveSnapshot, keyof Parts>
      readonly parts: Parts | null
      readonly history: HistoryNews | null
    }
  | { readonly type: 'refused'; readonly reason: string }

/** Reads a message that came in from outside; null for anything that is no request at all. */
export function readRequest(message: unknown): RunRequest | Extract<RunReport, { type: 'refused' }> | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, flow, seed, speed, after } = message as Record<string, unknown>
  if (type === 'pause' || type === 'resume' || type === 'seen') return { type }
  if (type === 'step') return typeof after === 'number' ? { type, after } : null
  if (type === 'speed') return isSpeed(speed) ? { type, speed } : null
  if (type !== 'start' && type !== 'update') return null
  const parsed = parseFlow(flow)
  if (!parsed.ok) {
    return { type: 'refused', reason: parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; ') }
  }
  if (type === 'update') return { type, flow: parsed.flow }
  if (!Number.isSafeInteger(seed)) return { type: 'refused', reason: 'the seed is no whole number' }
  if (!isSpeed(speed)) return { type: 'refused', reason: 'the speed is none of those on offer' }
  return { type, flow: parsed.flow, seed: seed as number, speed }
}
