import { EDGE_KINDS } from '@plimsoll/catalog'
import type { LinkModel, Pool } from '../../model.ts'
import { mostAtWork } from '../../rules/room.ts'
import type { Bucket } from '../../rules/token-bucket.ts'
import { amount } from '../amount.ts'
import { closedUsersOf } from '../kinds/plan.ts'
import { buckets } from '../limits.ts'
import { isMessage } from './calling.ts'
import { type AnyEdgeData, type EdgeContext, sentRequestKB } from './context.ts'
import { openingMs } from './setup.ts'
import { TRANSPORTS } from './transport.ts'

/** Whether a broker lies between the two. */
const isBroker = ({ type }: EdgeContext): boolean => TRANSPORTS[type].isBroker

const UNLIMITED = Number.POSITIVE_INFINITY

const KB_PER_MB = 1024

const PLAIN_POOL: Pool = {
  size: UNLIMITED,
  isAtTarget: false,
  groups: 1,
  isByUser: false,
  followsTarget: false,
  kept: UNLIMITED,
  openMs: 0,
  queue: UNLIMITED,
  holdMs: 0,
  expiryMs: UNLIMITED,
}

/** How much of it may be under way at once, and pass each second. */
export const capacity = (edge: EdgeContext, expiryMs: number): Pick<LinkModel, 'pool' | 'limits'> => ({
  limits: limitsOf(edge.data),
  pool: connectionPool(edge) ?? queryPool(edge) ?? browserPool(edge) ?? consumers(edge, expiryMs),
})

/** Rates beyond which its sender refuses calls. */
export const limitsOf = ({ maxThroughputRPS, rateLimit, rateLimitBurst }: AnyEdgeData): readonly Bucket[] =>
  buckets({ perSecond: maxThroughputRPS }, { perSecond: rateLimit, burst: rateLimitBurst })

/** Connections that are opened as they are needed; without a pool there is no waiting for one. */
function connectionPool({ data }: EdgeContext): Pool | null {
  if (data.maxConcurrentConnections === undefined) return null
  return {
    ...PLAIN_POOL,
    size: slots(data.maxConcurrentConnections),
    queue: data.connectionPoolEnabled === true ? UNLIMITED : 0,
    holdMs: amount(data.connectionHoldMs, 0),
  }
}

/** Connections to a database, held for the whole query; those beyond the minimum are opened when they are first needed. */
function queryPool(edge: EdgeContext): Pool | null {
  const { data } = edge
  if (data.connectionPooling !== true) return null
  const size = slots(data.maxConnections ?? EDGE_KINDS.database.properties.maxConnections.default)
  const kept = data.minConnections === undefined ? size : Math.min(size, slots(data.minConnections))
  return { ...PLAIN_POOL, size, kept, openMs: openingMs(edge) }
}

/** The few parallel requests that each user has with the first version of HTTP. Of open arrivals each is another user's, who makes no other. */
function browserPool({ data, source: { traffic }, settings, notes }: EdgeContext): Pool | null {
  if (data.httpVersion !== 'HTTP/1.1' || traffic === null || settings.arrivals !== 'closed') return null
  const users = closedUsersOf(traffic)
  return { ...PLAIN_POOL, groups: users, isByUser: true, size: users * notes.assume('httpParallel') }
}

/**
 * Each part of a topic is read by one consumer of each group at a time; further messages wait at the broker, as far as there is room.
 * Where the consumers alone bound it, one that scales takes as many as it has slots.
 */
function consumers(edge: EdgeContext, expiryMs: number): Pool | null {
  const { data, target } = edge
  const messageMB = sentRequestKB(edge) / KB_PER_MB
  const queue =
    data.maxQueueSizeMB === undefined || messageMB === 0
      ? UNLIMITED
      : Math.floor(amount(data.maxQueueSizeMB, UNLIMITED) / messageMB)
  const partitions = partitionsOf(edge)
  const broker = { ...PLAIN_POOL, isAtTarget: true, queue, expiryMs }
  const groups = Math.max(1, data.consumerGroups?.length ?? 1)
  if (partitions !== null) return { ...broker, groups, size: partitions * groups }
  const station = target.stations[0]
  const most = station === undefined ? UNLIMITED : mostAtWork(station) * (station.scaling?.max ?? station.instances)
  if (queue !== UNLIMITED && most !== UNLIMITED) return { ...broker, size: most, followsTarget: true }
  return isBroker(edge) && isMessage(edge) ? broker : null
}

/** Null: all consumers share it. A topic that is split has a part for each of them, unless the run says how many there are. */
function partitionsOf({ data }: EdgeContext): number | null {
  if (data.partitioning === true) return data.partitions === undefined ? null : slots(data.partitions)
  if (data.partitioning === false || data.sharding === false) return 1
  return data.shardCount === undefined ? null : slots(data.shardCount)
}

const slots = (count: number): number => Math.round(amount(count, 1, 1))
