import { DRAFT_SCHEMA } from './draft-record.ts'

/** What tabs of this browser tell each other. */
export type TabMessage =
  /** A tab began; `schema` is what it writes. */
  | { readonly kind: 'began'; readonly schema: number }
  /** A flow of the library was opened; named with its owner. */
  | { readonly kind: 'opened'; readonly flow: string }
  /** A flow of the library was saved, and has this version now. */
  | { readonly kind: 'saved'; readonly flow: string; readonly version: number }
  /** Asks every tab for its tab locks, where the browser does not know them. */
  | { readonly kind: 'who' }
  | { readonly kind: 'holds'; readonly draft: string }
  /** Somebody presses Logout: every tab writes its drafts and answers for each that it holds. */
  | { readonly kind: 'ending'; readonly ask: string }
  | { readonly kind: 'answer'; readonly ask: string; readonly draft: string; readonly unsaved: string | null }
  /** The session of a user has ended by Logout: they discarded these drafts, or with null all of them. */
  | { readonly kind: 'ended'; readonly owner: string; readonly discarded: readonly string[] | null }

export type Handlers = { readonly [K in TabMessage['kind']]?: (message: Extract<TabMessage, { kind: K }>) => void }

export interface TabChannel {
  /** Sends a message to the other tabs. */
  post(message: TabMessage): void
  /** Calls the handler of each message from another tab; gives back how to stop. */
  subscribe(handlers: Handlers): () => void
}

const NAME = 'plimsoll-tabs'

/** The message that `value` is; null when it is none. Any page of this origin, of any version, can send anything. */
export function readMessage(value: unknown): TabMessage | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, schema, flow, version, draft, ask, unsaved, owner, discarded } = value as Record<string, unknown>
  if (kind === 'began' && isInteger(schema)) return { kind, schema }
  if (kind === 'opened' && isText(flow)) return { kind, flow }
  if (kind === 'saved' && isText(flow) && isInteger(version)) return { kind, flow, version }
  if (kind === 'holds' && isText(draft)) return { kind, draft }
  if (kind === 'ending' && isText(ask)) return { kind, ask }
  if (kind === 'answer' && isText(ask) && isText(draft) && (unsaved === null || isText(unsaved)))
    return { kind, ask, draft, unsaved }
  if (
    kind === 'ended' &&
    isText(owner) &&
    (discarded === null || (Array.isArray(discarded) && discarded.every(isText)))
  )
    return { kind, owner, discarded }
  return kind === 'who' ? { kind } : null
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/** Says to other tabs that this one has begun, and what it writes. */
export const postBeginning = (channel: TabChannel): void => channel.post({ kind: 'began', schema: DRAFT_SCHEMA })

/** Has each message handled by the handler of its kind. */
export function handle(handlers: Handlers, value: unknown): void {
  const message = readMessage(value)
  if (message !== null) (handlers[message.kind] as ((message: TabMessage) => void) | undefined)?.(message)
}

/** The tabs of this browser; nobody, where the browser has no such channel. */
export function openTabChannel(): TabChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  return {
    post: (message) => channel?.postMessage(message),
    subscribe: (handlers) => {
      const listener = ({ data }: MessageEvent<unknown>) => handle(handlers, data)
      channel?.addEventListener('message', listener)
      return () => channel?.removeEventListener('message', listener)
    },
  }
}
