import { REQUEST_TYPES, type RequestType, type Rng, scramble } from '@plimsoll/simulation'
import { REQUEST_PROFILES, REQUEST_SIZE } from '../config.ts'
import type { Client, LiveRequest, Station } from '../model.ts'
import type { Routes } from '../routes.ts'
import { visitOf } from './formulas.ts'

interface BirthContext {
  readonly serial: number
  readonly standsFor: number
  readonly now: number
  readonly rng: Rng
  readonly routes: Routes
}

/** A new request of a client, first stepped in the next tick. */
export function createRequest(
  source: Station,
  client: Client,
  { serial, standsFor, now, rng, routes }: BirthContext,
): LiveRequest {
  const type = drawType(rng)
  const sizeKB = drawSizeKB(type, rng)
  const destination = drawDestination(type, source, { rng, routes })
  return {
    serial,
    type,
    sizeKB,
    createdAt: now,
    standsFor,
    address: scramble(client.addresses + (client.made % Math.max(1, client.users))),
    destinationId: destination?.id ?? null,
    path: [source.id],
    status: 'pending',
    source,
    destination,
    station: source,
    link: null,
    next: null,
    nextLink: null,
    retries: 0,
    processingTime: 0,
    visit: visitOf({ edgeMs: 0, nodeMs: source.timeMs }),
    totalTime: 0,
    hoppedAt: null,
  }
}

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

/** Any node, with equal chances, of the first kind within reach that answers such requests. */
function drawDestination(
  type: RequestType,
  source: Station,
  { rng, routes }: { rng: Rng; routes: Routes },
): Station | null {
  const reachable = routes.reachableFrom(source)
  for (const kind of REQUEST_PROFILES[type].answeredBy) {
    const stations = reachable.get(kind)
    if (stations !== undefined) return stations[Math.floor(rng() * stations.length)] ?? null
  }
  return null
}
