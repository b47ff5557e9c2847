import type { HocuspocusProvider } from '@hocuspocus/provider'
import { visibleRect } from '../core/viewport.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { PEER_COLOURS, type Peer } from '../state/live.ts'
import { throttle } from './throttle.ts'

/** A pointer or a view that moves is sent at most this often, in ms: 20 messages a second. */
const SEND_MS = 50
/** Of the selection of a peer, and sent of one's own. */
const MOST_SELECTED = 100
const NAME_LENGTH = 80

/** Tells others what is pointed at, selected and seen here, and keeps in the session what they tell. Gives back how to end that. */
export function sharePresence(session: EditorSession, { awareness, document: doc }: HocuspocusProvider): () => void {
  const { document, live, viewport, pointed } = session
  if (!awareness) return () => {}
  let sent = ''

  function send(): void {
    const { selection } = document.getState()
    const { nodes, edges, groups } = selection
    const seen = visibleRect(viewport.getState())
    const state = {
      cursor: pointed.getState().at,
      selection: [...nodes, ...edges, ...groups].slice(0, MOST_SELECTED),
      view: { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2, zoom: viewport.getState().zoom },
    }
    const text = JSON.stringify(state)
    if (text === sent) return
    sent = text
    awareness?.setLocalState({ user: { colour: String(doc.clientID % PEER_COLOURS) }, ...state })
  }

  const sending = throttle(SEND_MS, send)

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
  ]
  send()
  return () => {
    sending.cancel()
    awareness.off('change', onChange)
    for (const end of ends) end()
  }
}

/** What another client says of itself, which can be anything; null for this one, and for one without a name. */
function peerOf(client: number, own: number, state: unknown): Peer | null {
  const { user, cursor, selection, view } = recordOf(state)
  const { name, colour } = recordOf(user)
  if (client === own || typeof name !== 'string' || name === '') return null
  const zoom = recordOf(view).zoom
  const center = pointOf(view)
  return {
    client,
    name: name.slice(0, NAME_LENGTH),
    colour: Math.abs(Math.trunc(Number(colour)) || 0) % PEER_COLOURS,
    cursor: pointOf(cursor),
    selection: Array.isArray(selection) ? selection.filter((id) => typeof id === 'string').slice(0, MOST_SELECTED) : [],
    view: center && typeof zoom === 'number' && zoom > 0 ? { ...center, zoom } : null,
  }
}

function pointOf(value: unknown): { readonly x: number; readonly y: number } | null {
  const { x, y } = recordOf(value)
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
