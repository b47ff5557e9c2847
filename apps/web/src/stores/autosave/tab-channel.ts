import { BOARD_SCHEMA } from './draft-record.ts'

/** What tabs of this browser tell each other. */
export type TabMessage =
  /** A tab began; `schema` is what it writes. */
  | { readonly kind: 'began'; readonly schema: number }
  /** A flow of the library was opened; named with its owner. */
  | { readonly kind: 'opened'; readonly flow: string }
  /** A flow of the library was saved, and has this version now. */
  | { readonly kind: 'saved'; readonly flow: string; readonly version: number }
  /** Asks every tab for the board that it shows, where no locks tell that. */
  | { readonly kind: 'who' }
  | { readonly kind: 'holds'; readonly board: string }

type Hearing = { readonly [K in TabMessage['kind']]?: (message: Extract<TabMessage, { kind: K }>) => void }

const NAME = 'plimsoll-tabs'

/** The message that `value` is; null when it is none. Any page of this origin, of any version, can send anything. */
export function readMessage(value: unknown): TabMessage | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, schema, flow, version, board } = value as Record<string, unknown>
  if (kind === 'began' && isWhole(schema)) return { kind, schema }
  if (kind === 'opened' && typeof flow === 'string') return { kind, flow }
  if (kind === 'saved' && typeof flow === 'string' && isWhole(version)) return { kind, flow, version }
  if (kind === 'holds' && typeof board === 'string') return { kind, board }
  return kind === 'who' ? { kind } : null
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

export function tellTabs(message: TabMessage): void {
  channel?.postMessage(message)
}

/** Says to other tabs that this one has begun, and what it writes. */
export const tellBeginning = (): void => tellTabs({ kind: 'began', schema: BOARD_SCHEMA })

/** Hears what other tabs tell; gives back how to stop. */
export function followTabs(hearing: Hearing): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (message !== null) (hearing[message.kind] as ((message: TabMessage) => void) | undefined)?.(message)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
