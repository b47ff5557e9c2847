import { BOARD_SCHEMA } from './board-record.ts'

/** What tabs of this browser tell each other. */
export type TabMessage =
  /** A tab began; `schema` is what it writes. */
  | { readonly kind: 'began'; readonly schema: number }
  /** A flow of the library was saved, and has this version now. */
  | { readonly kind: 'saved'; readonly flow: string; readonly version: number }

const NAME = 'plimsoll-tabs'

/** The message that `value` is; null when it is none. Any page of this origin, of any version, can send anything. */
export function readMessage(value: unknown): TabMessage | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, schema, flow, version } = value as Record<string, unknown>
  if (kind === 'began' && Number.isSafeInteger(schema)) return { kind, schema: schema as number }
  const isSaved = kind === 'saved' && typeof flow === 'string' && Number.isSafeInteger(version)
  return isSaved ? { kind, flow, version: version as number } : null
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)

export function tellTabs(message: TabMessage): void {
  channel?.postMessage(message)
}

/** Calls `hear` with what other tabs tell; says that this one has begun. */
export function followTabs(hear: (message: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (message !== null) hear(message)
  })
  tellTabs({ kind: 'began', schema: BOARD_SCHEMA })
}
