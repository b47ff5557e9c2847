import type { Flow } from '@plimsoll/flow'
import { MissingConnections } from './missing-connections.ts'
import type { Link, LiveRequest, Station } from './model.ts'
import { buildNetwork, type Network } from './network.ts'
import { Routes } from './routes.ts'
import { type LiveState, madeBy } from './state.ts'

/** Puts a run on an edited diagram: what is still there goes on, and requests lose the parts that are gone. */
export function rebase(state: LiveState, flow: Flow): void {
  if (state.elapsed > 0) state.earlierWays.remember(state.network, state.routes)
  state.madeBefore = madeBy(state)
  const network = buildNetwork(flow)
  for (const { id, client } of network.sources) if (client !== null) client.made = state.madeBefore.get(id) ?? 0
  for (const station of network.stations) {
    const before = state.network.stationOf.get(station.id)
    if (before === undefined) continue
    station.turn = before.turn
    if (station.client !== null && before.client !== null) station.client.due = before.client.due
  }
  for (const request of state.live) rebaseRequest(request, network)
  state.network = network
  state.dots.follow(network.edgeIds)
  state.routes = new Routes(network.stations)
  state.missingConnections = new MissingConnections(network, state.earlierWays)
}

function rebaseRequest(request: LiveRequest, { stationOf, linkOf }: Network): void {
  const stationNow = (id: string | undefined) => (id === undefined ? null : (stationOf.get(id) ?? null))
  const linkNow = (link: Link | null) => {
    const now = link === null ? undefined : linkOf.get(link.id)
    const sameEnds = now?.source.id === link?.source.id && now?.target.id === link?.target.id
    return now !== undefined && sameEnds ? now : null
  }
  request.source = stationNow(request.path[0])
  request.station = stationNow(request.path.at(-1))
  request.destination = answering(stationNow(request.destinationId ?? undefined))
  request.next = stationNow(request.next?.id)
  request.link = linkNow(request.link)
  request.nextLink = linkNow(request.nextLink) ?? otherLink(request)
}

/** A client answers nothing. */
const answering = (station: Station | null) => (station?.client === null ? station : null)

/** Another connection to the chosen next node: only the node was chosen for good. */
const otherLink = ({ station, next }: LiveRequest): Link | null =>
  (next !== null && station?.out.find(({ target }) => target === next)) || null
