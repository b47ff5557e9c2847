import type { Document } from '@hocuspocus/server'
import { mayRole } from '@plimsoll/contract'
import type { LiveSocket } from './live-socket.ts'

const MAX_COLOUR_LENGTH = 40

interface Around {
  document: Document
  socket: LiveSocket
}

/**
 * Leaves of an awareness update the state of the socket's own client, under the name of its user. Clients pass on what they heard of
 * others, which is dropped, as is what somebody says in another's name.
 */
export function keepOwnState(states: Map<number, Record<string, unknown>>, { document, socket }: Around): void {
  const isTaken = (clientId: number) => document.awareness.getStates().has(clientId)
  for (const [clientId, state] of states) {
    // The library reads updates into an awareness that has an empty state of its own.
    const isEmpty = Object.keys(state).length === 0
    if (socket.clientId === undefined && !isEmpty && !isTaken(clientId)) socket.clientId = clientId
    if (clientId !== socket.clientId) {
      states.delete(clientId)
      continue
    }
    Object.assign(state, { user: userIn(state, socket) })
    // They are shown as the flow: by those alone who may change it.
    if (!mayRole(socket.role, 'save')) for (const key of ['drag', 'run']) delete state[key]
  }
}

function userIn({ user }: Record<string, unknown>, { person }: LiveSocket) {
  const { colour } = Object(user)
  return { ...person, ...(typeof colour === 'string' && colour.length <= MAX_COLOUR_LENGTH && { colour }) }
}
