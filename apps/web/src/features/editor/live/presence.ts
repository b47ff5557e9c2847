import type { HocuspocusProvider } from '@hocuspocus/provider'
import { visibleRect } from '../core/viewport.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { createComments } from '../state/comments.ts'
import type { Dragged } from '../state/dragged.ts'
import { PEER_COLOURS, type Peer } from '../state/live.ts'
import { createPresenting } from '../state/presenting.ts'
import { MOST_LENGTH } from './run-message.ts'
import { throttle } from './throttle.ts'

/** A pointer or a view that moves is sent at most this often, in ms: 20 messages a second. */
const SEND_MS = 50
/** Of the selection and of the drag of a peer, and sent of one's own. */
const MOST_SELECTED = 100
/** Of these ids together, in bytes: the server takes 8 KiB, and passes 5 KiB on to other servers. */
const MOST_BYTES = 4_500
const NAME_LENGTH = 80

interface PresenceOptions {
  /** Whether the server has acknowledged everything that was drawn here. */
  readonly isSettled: () => boolean
}

interface Presence {
  /** To be called when the server has acknowledged what was sent. */
  acknowledged(): void
  end(): void
}

/** Tells others what is pointed at, selected, dragged and seen here, and keeps in the session what they tell. */
export function sharePresence(
  session: EditorSession,
  { awareness, document: doc }: HocuspocusProvider,
  { isSettled }: PresenceOptions,
): Presence {
  const { document, dragged, live, viewport, pointed } = session
  if (!awareness) return { acknowledged: () => {}, end: () => {} }
  const presenting = session.stateOf(createPresenting)
  const comments = session.stateOf(createComments)
  let sent = ''
  let drag: Dragged | null = null

  function send(): void {
    const { selection } = document.getState()
    const { nodes, edges, groups } = selection
    const seen = visibleRect(viewport.getState())
    const run = presenting.getState().told
    const { written } = comments.getState()
    const { replaced } = live.getState()
    const room = MOST_BYTES - (run ? MOST_LENGTH : 0)
    const carried = drag && !live.getState().isReadonly ? { ids: fitting(drag.ids, room), box: drag.box } : null
    const selected = fitting([...(carried?.ids ?? []), ...nodes, ...edges, ...groups], room)
    const state = {
      cursor: pointed.getState().at,
      selection: carried ? selected.filter((id) => !carried.ids.includes(id)) : selected,
      ...(carried && { drag: carried }),
      ...(run && { run }),
      ...(written > 0 && { comments: written }),
      ...(replaced > 0 && { replaced }),
      view: { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2, zoom: viewport.getState().zoom },
    }
    const text = JSON.stringify(state)
    if (text === sent) return
    sent = text
    awareness?.setLocalState({ user: { colour: String(doc.clientID % PEER_COLOURS) }, ...state })
  }

  const sending = throttle(SEND_MS, send)

  /** What was dropped stays there for others until they have it in the flow: they would see it jump back and forth. */
  function followDrag(): void {
    const { own } = dragged.getState()
    const next = own ?? (isSettled() ? null : drag)
    if (next === drag) return
    drag = next
    sending.call()
  }

  const onChange = () => {
    const peers = [...awareness.getStates()].flatMap(([client, state]) => peerOf(client, doc.clientID, state) ?? [])
    const { following } = live.getState()
    const isGone = !peers.some(({ client }) => client === following)
    live.setState({ peers: peers.sort((a, b) => a.client - b.client), ...(isGone && { following: null }) })
  }
  awareness.on('change', onChange)
  const ends = [
    document.subscribe((state, before) => state.selection === before.selection || sending.call()),
    viewport.subscribe(sending.call),
    pointed.subscribe(sending.call),
    dragged.subscribe((state, before) => state.own === before.own || followDrag()),
    presenting.subscribe((state, before) => state.told === before.told || sending.call()),
    comments.subscribe((state, before) => state.written === before.written || sending.call()),
    live.subscribe((state, before) => state.replaced === before.replaced || sending.call()),
  ]
  send()
  return {
    acknowledged: followDrag,
    end() {
      sending.cancel()
      awareness.off('change', onChange)
      for (const end of ends) end()
    },
  }
}

/** As many of these ids as are sent. */
function fitting(ids: readonly string[], room: number): readonly string[] {
  let bytes = 0
  const fits = (id: string) => {
    bytes += new TextEncoder().encode(JSON.stringify(id)).length + 1
    return bytes <= room
  }
  return [...new Set(ids)].slice(0, MOST_SELECTED).filter(fits)
}

/** What another client says of itself, which can be anything; null for this one, and for one without a name. */
function peerOf(client: number, own: number, state: unknown): Peer | null {
  const { user, cursor, selection, drag, comments, replaced, run, view } = recordOf(state)
  const { name, colour } = recordOf(user)
  if (client === own || typeof name !== 'string' || name === '') return null
  const zoom = recordOf(view).zoom
  const center = pointOf(view)
  return {
    client,
    name: name.slice(0, NAME_LENGTH),
    colour: Math.abs(Math.trunc(Number(colour)) || 0) % PEER_COLOURS,
    cursor: pointOf(cursor),
    selection: idsOf(selection),
    drag: dragOf(drag),
    comments: countOf(comments),
    replaced: countOf(replaced),
    run: typeof run === 'object' ? run : null,
    view: center && typeof zoom === 'number' && zoom > 0 ? { ...center, zoom } : null,
  }
}

const countOf = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0)

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MOST_SELECTED) : []

function dragOf(value: unknown): Dragged | null {
  const { ids, box } = recordOf(value)
  const { position, width, height } = recordOf(box)
  const at = pointOf(position)
  const isResized = isLength(width) && isLength(height)
  const dragged = idsOf(ids)
  return at && dragged.length > 0 ? { ids: dragged, box: { position: at, ...(isResized && { width, height }) } } : null
}

const isLength = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity

function pointOf(value: unknown): { readonly x: number; readonly y: number } | null {
  const { x, y } = recordOf(value)
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
