import type { EventModel } from '@plimsoll/event-engine'
import type { Queue } from './waiting.ts'

/** As Kendall writes it: `M/M/4`. */
type NamedQueue = Queue & { readonly name: string }
type Station = EventModel['stations'][number]

/** The queue in the books that a node is; null: none. Arrivals are taken for a Poisson process where all clients send as one. */
export function queueOf(model: EventModel, node: number): NamedQueue | null {
  const [station, ...others] = model.stations.filter((one) => one.node === node)
  if (station === undefined || others.length > 0) return null
  const isWhole = isPoisson(model) && isPlain(station) && !holdsSlots(model, node) && areCallsPlain(model, node)
  return isWhole ? shapedQueue(station) : null
}

const isPoisson = ({ sources, faults }: EventModel): boolean =>
  faults.length === 0 &&
  sources.every(
    ({ arrivals, interarrival, rate, bursts, kinds }) =>
      arrivals === 'open' &&
      interarrival.kind === 'exponential' &&
      rate.isSteady &&
      bursts === null &&
      kinds.length === 0,
  )

/** Slots that serve one request each, in front of which any number may wait. */
function isPlain(station: Station): boolean {
  const { discipline, slots, instances, admission, memoryLimit, meanMs, extraMs } = station
  const { limits, storage, coldStart, scaling, hasPriorities } = station
  return (
    discipline === 'fifo' &&
    Number.isFinite(slots) &&
    instances === 1 &&
    admission === Number.POSITIVE_INFINITY &&
    memoryLimit === Number.POSITIVE_INFINITY &&
    new Set(meanMs).size === 1 &&
    extraMs === 0 &&
    limits.length === 0 &&
    storage.every((one) => one === null) &&
    coldStart === null &&
    scaling === null &&
    !hasPriorities
  )
}

const holdsSlots = ({ nodes, links }: EventModel, node: number): boolean =>
  (nodes[node]?.program ?? []).some((steps) =>
    steps.some((step) => step.links.some((link) => links[link]?.holds === true)),
  )

/** Calls that come as they are made and stay until they are served. */
const areCallsPlain = ({ links }: EventModel, node: number): boolean =>
  links
    .filter(({ target }) => target === node)
    .every(
      ({ pool, limits, retry, expiryMs, cancelsOnTimeout, serviceFactor, serviceMs, requestLineMs }) =>
        pool === null &&
        limits.length === 0 &&
        retry === null &&
        expiryMs === Number.POSITIVE_INFINITY &&
        !cancelsOnTimeout &&
        serviceFactor === 1 &&
        serviceMs === 0 &&
        requestLineMs === 0,
    )

function shapedQueue({ slots, distribution }: Station): NamedQueue | null {
  if (distribution.kind === 'exponential') return { name: `M/M/${slots}`, slots, scv: 1 }
  if (slots !== 1) return null
  if (distribution.kind === 'deterministic') return { name: 'M/D/1', slots, scv: 0 }
  return 'scv' in distribution ? { name: 'M/G/1', slots, scv: distribution.scv } : null
}
