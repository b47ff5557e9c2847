import { type Data, EDGE_KINDS, type EdgeData, type EdgeType } from '@plimsoll/catalog'
import type { ByClass } from '../../model.ts'
import type { EventSettings } from '../../settings.ts'
import { amount } from '../amount.ts'
import type { NodePlan } from '../kinds/plan.ts'
import { knownData } from '../known-data.ts'
import type { Notes } from '../notes.ts'

/** What requests bring along from their clients to the first node that answers them. */
export interface Arriving {
  /** Requests come as a client sends them. */
  readonly isFromClient: boolean
  /** Work of checking who asks, ms. */
  readonly checkMs: number
  /** Its region by number, where some users are far from it. */
  readonly farFrom: number | null
}

/** Read where a document has them; the catalog has no such properties. */
interface Extras {
  /** How long a request keeps its connection, at least. */
  readonly connectionHoldMs: number
  /** Parts of a topic. */
  readonly partitions: number
}

/** What a connection may have, whatever its kind. */
export type AnyEdgeData = Partial<
  EdgeData<'http'> &
    EdgeData<'websocket'> &
    EdgeData<'grpc'> &
    EdgeData<'tcp'> &
    EdgeData<'udp'> &
    EdgeData<'mqtt'> &
    EdgeData<'amqp'> &
    EdgeData<'kafka'> &
    EdgeData<'eventStream'> &
    EdgeData<'database'> &
    Extras
>

/** What becomes of the requests that come to a connection, past the rate limits before it, as far as none fails otherwise or is tried again. */
export interface OfferedRate {
  /** Share of the reads that the sender answers by what it kept. */
  readonly kept: number
  /** Of all types, those that cross it a second: neither answered by what its sender kept, nor beyond its limits. */
  readonly passing: number
}

/** A connection with all that its compilation may look at. */
export interface EdgeContext {
  readonly type: EdgeType
  readonly data: AnyEdgeData
  readonly source: NodePlan
  readonly target: NodePlan
  /** Of the connection that responses take. */
  readonly back: AnyEdgeData
  /** Of clients, here or before a balancer. */
  readonly arriving: Arriving
  /** Shares of the request types. */
  readonly mix: ByClass<number>
  readonly offered: OfferedRate
  readonly settings: EventSettings
  readonly notes: Notes
  /** Some requests come over it with sizes of their own. */
  readonly takesSizes: boolean
}

const EXTRAS = ['connectionHoldMs', 'partitions'] as const satisfies readonly (keyof Extras)[]

/** The part of `data` that a connection of this kind knows. */
export function edgeDataOf(type: EdgeType, data: Data): AnyEdgeData {
  const extras = EXTRAS.filter((name) => Number.isFinite(data[name])).map((name) => [name, data[name]] as const)
  return { ...knownData(EDGE_KINDS[type].properties, data), ...Object.fromEntries(extras) } as AnyEdgeData
}

/** One way, ms: of the connection, of a client's access before it, and to another region. */
export function latencyMs({ data, source, target, notes }: EdgeContext): number {
  const isFar = source.region !== null && target.region !== null && source.region !== target.region
  return amount(data.latencyMs, 0) + (source.traffic?.latencyMs ?? 0) + (isFar ? notes.assume('otherRegion') : 0)
}

/** The share of a size that is sent. */
export const compressedTo = ({ data, notes }: Pick<EdgeContext, 'data' | 'notes'>): number =>
  data.compressionEnabled === true ? notes.assume('compressedTo') : 1

/** Of a request, as it is sent. */
export const sentRequestKB = (edge: Pick<EdgeContext, 'data' | 'notes'>): number =>
  amount(edge.data.averageRequestSizeKB, 0) * compressedTo(edge)

export const roundTripMs = (edge: EdgeContext): number => 2 * latencyMs(edge)
