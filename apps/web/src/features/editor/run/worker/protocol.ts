import { type Flow, parseFlow } from '@plimsoll/flow'
import type { EditMark, Finding, RunLog, RunSnapshot } from '@plimsoll/simulation'

import { isSpeed, type Speed } from '../speeds.ts'
import type { HistoryUpdate } from './history-update.ts'

/** What the page asks of the worker. One worker lives for one run: Reset ends it. */
export type RunRequest =
  | {
      readonly type: 'start'
      readonly flow: Flow
      readonly seed: number
      readonly speed: Speed
      readonly toEnd?: true
    }
  /** The diagram has changed, as the words say. */
  | { readonly type: 'update'; readonly flow: Flow; readonly words: readonly string[] }
  /** What repeats the run. */
  | { readonly type: 'log' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** The last report has been taken in. */
  | { readonly type: 'seen' }
  | { readonly type: 'speed'; readonly speed: Speed }
  /** As fast as it goes to the next full ten simulated minutes. */
  | { readonly type: 'to-end' }
  /** 100 ms while paused, beyond the simulated time `after` that the page shows. */
  | { readonly type: 'step'; readonly after: number }

/** Some of the diagram that the next request with one is about: components or connections that come before the rest. */
interface FlowPiece {
  readonly type: 'piece'
  readonly nodes: Flow['nodes']
  readonly edges: Flow['edges']
}

/** What is on its way from the page to the worker. */
export type RunMessage = RunRequest | FlowPiece

/** The names of what runs, in the order of a snapshot's utilizations. */
export type Parts = Pick<RunSnapshot, 'nodes' | 'edges'>

/**
 * What the worker tells: the state after one tick or several, with the parts and the points of the history when they are new, or why it
 * will not run what it was given.
 */
export type RunReport =
  | {
      readonly type: 'tick'
      readonly figures: Omit<RunSnapshot, keyof Parts>
      readonly parts: Parts | null
      readonly history: HistoryUpdate | null
      /** What is the matter; null: as it was told before. */
      readonly findings: readonly Finding[] | null
      /** Simulated over wall time, where the run cannot keep up with the speed that was asked for; null: it does. */
      readonly reachedSpeed: number | null
      /** Simulated time to which it goes as fast as it can; null: it goes by the clock. And whether it has just got there. */
      readonly goalMs: number | null
      readonly isAtGoal: boolean
      /** Since the last report the run began anew, because an edit could not act on it as it was. */
      readonly hasRestarted: boolean
      /** Why it can go no further; null: it can. */
      readonly endedEarly: string | null
    }
  /** The edits of the run, and why it goes on without the last one; null: it does not. */
  | { readonly type: 'edits'; readonly edits: readonly EditMark[]; readonly refused: string | null }
  | { readonly type: 'log'; readonly log: RunLog<Flow> | null }
  | Refusal

/** What is not simulated: the diagram itself, or an edit of it, without which the run goes on. */
interface Refusal {
  readonly type: 'refused'
  readonly of: 'run' | 'edit'
  readonly reason: string
}

/** Reads messages that come in from outside, one after the other, as `readRequest` does; a diagram in pieces is put together. */
export function createRequestReader(): (message: unknown) => ReturnType<typeof readRequest> {
  let pieces: Pieces | null = null
  return (message) => {
    if (!isRecord(message)) return null
    if (message.type === 'piece') pieces = joined(pieces, message)
    const { flow } = message
    if (!isRecord(flow) || pieces === null) return readRequest(message)
    const whole = { ...flow, ...joined(pieces, flow) }
    pieces = null
    return readRequest({ ...message, flow: whole })
  }
}

interface Pieces {
  readonly nodes: readonly unknown[]
  readonly edges: readonly unknown[]
}

/** What should be a list and is none becomes an element, which cannot be read. */
const joined = (before: Pieces | null, { nodes, edges }: Record<string, unknown>): Pieces => ({
  nodes: [...(before?.nodes ?? []), ...[nodes].flat()],
  edges: [...(before?.edges ?? []), ...[edges].flat()],
})

/** Reads one that is whole; null for anything that is no request at all. */
export function readRequest(message: unknown): RunRequest | Refusal | null {
  if (!isRecord(message)) return null
  const { type, flow, words, seed, speed, after, toEnd } = message
  if (type === 'pause' || type === 'resume' || type === 'seen' || type === 'to-end' || type === 'log') return { type }
  if (type === 'step') return typeof after === 'number' ? { type, after } : null
  if (type === 'speed') return isSpeed(speed) ? { type, speed } : null
  if (type !== 'start' && type !== 'update') return null
  const parsed = parseFlow(flow)
  const refused = (reason: string) => ({ type: 'refused', of: type === 'update' ? 'edit' : 'run', reason }) as const
  if (!parsed.ok) return refused(parsed.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  if (type === 'update') return { type, flow: parsed.flow, words: [words].flat().filter(isText) }
  if (!Number.isSafeInteger(seed)) return refused('the seed is no whole number')
  if (!isSpeed(speed)) return refused('the speed is none of those on offer')
  return { type, flow: parsed.flow, seed: seed as number, speed, ...(toEnd === true && { toEnd }) }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
