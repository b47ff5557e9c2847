import type { Awareness } from 'y-protocols/awareness'
import type { LiveSocket } from './live-sockets.ts'

const COLOUR = 40

interface Around {
  awareness: Awareness
  socket: LiveSocket
  /** All sockets of the server. */
  others: Iterable<LiveSocket>
}

/**
 * Leaves of an awareness update the state of the socket's own client, under the name of its user. Clients pass on what they heard of
 * others, which is dropped, as is what somebody says in another's name.
 */
export function keepOwnState(states: Map<number, Record<string, unknown>>, { awareness, socket, others }: Around) {
  const isTaken = (clientId: number) =>
    awareness.getStates().has(clientId) || [...others].some((other) => other !== socket && other.clientId === clientId)
  for (const [clientId, state] of states) {
    if (socket.clientId === undefined && !isTaken(clientId)) socket.clientId = clientId
    if (clientId === socket.clientId) Object.assign(state, { user: userIn(state, socket) })
    else states.delete(clientId)
  }
}

function userIn({ user }: Record<string, unknown>, { person }: LiveSocket) {
  const { colour } = Object(user)
  return { ...person, ...(typeof colour === 'string' && colour.length <= COLOUR && { colour }) }
}
