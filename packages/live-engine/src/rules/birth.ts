import { REQUEST_TYPES, type RequestType, type Rng, scramble } from '@plimsoll/simulation'
import { REQUEST_PROFILES, REQUEST_SIZE } from '../config.ts'
import type { Client, LiveRequest, Station } from '../model.ts'
import type { LiveState } from '../state.ts'
import { visitOf } from './formulas.ts'

export type BirthState = Pick<LiveState, 'serial' | 'elapsed' | 'rng' | 'routes' | 'network' | 'earlierWays'>

interface Destination {
  readonly id: string
  /** Null when it is no longer there. */
  readonly station: Station | null
}

/** A new request of a client, first stepped in the next tick. */
export function createRequest(
  source: Station,
  client: Client,
  { standsFor, state }: { standsFor: number; state: BirthState },
): LiveRequest {
  const { serial, elapsed, rng } = state
  const type = drawType(rng)
  const sizeKB = drawSizeKB(type, rng)
  const destination = drawDestination(type, source, state)
  return {
    serial,
    type,
    sizeKB,
    createdAt: elapsed,
    standsFor,
    address: scramble(client.addresses + (drawTurn(client, standsFor, rng) % Math.max(1, client.users))),
    destinationId: destination?.id ?? null,
    path: [source.id],
    status: 'pending',
    source,
    destination: destination?.station ?? null,
    station: source,
    link: null,
    next: null,
    nextLink: null,
    retries: 0,
    cutOff: false,
    processingTime: 0,
    visit: visitOf({ edgeMs: 0, nodeMs: source.timeMs }),
    totalTime: 0,
    hoppedAt: null,
  }
}

/** Whose turn it is among the users; a group is of any one of those whose requests it stands for. */
const drawTurn = ({ made }: Client, standsFor: number, rng: Rng): number =>
  standsFor === 1 ? made : made + Math.floor(rng() * standsFor)

function drawType(rng: Rng): RequestType {
  let draw = rng()
  for (const type of REQUEST_TYPES) {
    draw -= REQUEST_PROFILES[type].share
    if (draw < 0) return type
  }
  return 'Transaction'
}

function drawSizeKB(type: RequestType, rng: Rng): number {
  const { baseKB, jitterFrom, jitterTo } = REQUEST_SIZE
  return baseKB * REQUEST_PROFILES[type].sizeFactor * (jitterFrom + (jitterTo - jitterFrom) * rng())
}

/**
 * Any node, with equal chances, of the first kind that answers such requests and was within reach at any time since
 * Start: of those within reach now, else of the last ones that were.
 */
function drawDestination(
  type: RequestType,
  source: Station,
  { rng, routes, network, earlierWays }: BirthState,
): Destination | null {
  const reachable = routes.reachableFrom(source)
  for (const kind of REQUEST_PROFILES[type].answeredBy) {
    const stations = reachable.get(kind)
    if (stations !== undefined) {
      const station = drawOne(stations, rng)
      return station && { id: station.id, station }
    }
    const id = drawOne(earlierWays.reached(source.id, kind), rng)
    if (id === null) continue
    const station = network.stationOf.get(id)
    return { id, station: station?.kind === kind ? station : null }
  }
  return null
}

const drawOne = <T>(items: readonly T[], rng: Rng): T | null =>
  items.length === 0 ? null : (items[Math.floor(rng() * items.length)] ?? null)
