import { EDGE_KINDS } from '@plimsoll/catalog'
import { REQUEST_TYPES } from '../../../results.ts'
import { entryOf } from '../../../sane.ts'
import type { ByClass, LinkModel } from '../../model.ts'
import { ttlHitRate } from '../../rules/hit-rate.ts'
import type { EventSettings } from '../../settings.ts'
import { amount } from '../amount.ts'
import type { AnyEdgeData, EdgeContext } from './context.ts'
import { TRANSPORTS } from './transport.ts'

type Pattern = NonNullable<AnyEdgeData['communicationPattern']>

const HOLDS_BY_PATTERN: Readonly<Record<Pattern, boolean>> = {
  Sync: true,
  'Request-Reply': true,
  Async: false,
  'Pub-Sub': false,
  Stream: false,
}

const HOLDS: Readonly<Record<EventSettings['callStyle'], (data: AnyEdgeData) => boolean>> = {
  synchronous: () => true,
  pipeline: () => false,
  asDrawn: ({ communicationPattern }) => entryOf(HOLDS_BY_PATTERN, communicationPattern ?? 'Sync', 'Sync'),
}

/** Where ordinary calls have 0. */
const PRIORITIES = { Low: -1, Normal: 0, High: 1, Critical: 2 } as const

/** How calls are made over it. */
export function calling(
  edge: EdgeContext,
): Pick<LinkModel, 'weight' | 'holds' | 'replies' | 'priority' | 'hitRate' | 'cost'> {
  const { data, settings } = edge
  return {
    weight: amount(data.weight, 1),
    holds: HOLDS[settings.callStyle](data),
    replies: settings.callStyle === 'synchronous' || HOLDS.asDrawn(data),
    priority: entryOf(PRIORITIES, data.messagePriority ?? 'Normal', 'Normal'),
    hitRate: keptAnswers(edge),
    cost: costOf(data),
  }
}

/** How the drawn edges of a node are grouped into calls. */
export interface Routing {
  /** How many copies of each request it takes; 0: one request takes one of several connections. */
  readonly copies: number
  /** Whether the first connection of its group is taken as long as it is up. */
  readonly isPreferred: boolean
  readonly isReadOnly: boolean
}

export function routing({ data, type }: Pick<EdgeContext, 'data' | 'type'>): Routing {
  const groups = data.consumerGroups?.length ?? 1
  const copied = TRANSPORTS[type].copies === 'always' || data.communicationPattern === 'Pub-Sub' || groups > 1
  return {
    copies: copied ? Math.max(1, groups) : 0,
    isPreferred: data.loadBalancingPolicy === 'Pick-First' || data.failoverStrategy === 'Active-Passive',
    isReadOnly: data.readOnly === true,
  }
}

/** Reads that the sender answers by what it kept: a user keeps what that user read, another component what all read. */
function keptAnswers({ data, source, settings, demand }: EdgeContext): ByClass<number> {
  const ttlS = amount(data.cacheTTLSeconds, EDGE_KINDS.http.properties.cacheTTLSeconds.default)
  if (data.cacheEnabled !== true || ttlS === 0 || demand.readShare === 0) return [0, 0, 0, 0]
  const { users, thinkMs } = source.traffic ?? { users: 0, thinkMs: 0 }
  const perSecond = users === 0 ? demand.requestsPerSecond : 1000 / thinkMs
  const rate = ttlHitRate({ ...settings.catalogue, ttlS, requestsPerSecond: perSecond * demand.readShare })
  return REQUEST_TYPES.map((type) => (type === 'Read' ? rate : 0)) as unknown as ByClass<number>
}

function costOf({ costPerGB, costPerMillionRequests }: AnyEdgeData): LinkModel['cost'] {
  const cost = { perGB: amount(costPerGB, 0), perMillion: amount(costPerMillionRequests, 0) }
  return cost.perGB === 0 && cost.perMillion === 0 ? null : cost
}
