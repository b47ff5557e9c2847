import { EDGE_KINDS } from '@plimsoll/catalog'
import type { LinkModel } from '../../model.ts'
import { type Answered, type Asked, answersByAge, NONE } from '../../rules/hit-rate.ts'
import type { EventSettings } from '../../settings.ts'
import { amount } from '../amount.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import { forReads, perUser } from '../kinds/plan.ts'
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

/** One that does not say how it is used is used as its kind usually is. */
const HOLDS: Readonly<Record<EventSettings['callStyle'], (edge: Pick<EdgeContext, 'data' | 'type'>) => boolean>> = {
  synchronous: () => true,
  pipeline: () => false,
  asDrawn: ({ data, type }) =>
    HOLDS_BY_PATTERN[data.communicationPattern ?? EDGE_KINDS[type].properties.communicationPattern.default],
}

/** Where ordinary calls have 0. */
const PRIORITIES = { Low: -1, Normal: 0, High: 1, Critical: 2 } as const

/** Whether it never is one of several ways. */
export const isAlwaysCopied = ({ type }: Pick<EdgeContext, 'type'>): boolean => TRANSPORTS[type].copies === 'always'

/** Whether nobody waits for what it is for. */
export const isMessage = (edge: EdgeContext): boolean => edge.settings.callStyle === 'asDrawn' && !HOLDS.asDrawn(edge)

/** How calls are made over it. */
export function calling(
  edge: EdgeContext,
): Pick<
  LinkModel,
  'weight' | 'message' | 'deduplicates' | 'holds' | 'replies' | 'priority' | 'hitRate' | 'keptByUsers' | 'cost'
> {
  const { data, settings } = edge
  return {
    message: isMessage(edge) ? (isAcknowledged(data) ? 'acknowledged' : 'sent') : null,
    deduplicates: isMessage(edge) && data.deliveryGuarantee === 'Exactly-Once',
    weight: isAlwaysCopied(edge) ? 1 : amount(data.weight, 1),
    holds: HOLDS[settings.callStyle](edge),
    replies: settings.callStyle === 'synchronous' || HOLDS.asDrawn(edge),
    priority: PRIORITIES[data.messagePriority ?? 'Normal'],
    hitRate: forReads(edge.offered.kept),
    keptByUsers: keptByUsers(edge),
    cost: costOf(data),
  }
}

function keptByUsers({ data, source: { traffic }, settings, offered }: EdgeContext): LinkModel['keptByUsers'] {
  if (traffic === null || settings.arrivals !== 'closed' || offered.kept === 0) return null
  return { ttlS: ttlOf(data), beyondTtlS: traffic.localTtlS, ...settings.catalogue }
}

const ttlOf = ({ cacheTTLSeconds }: AnyEdgeData): number =>
  amount(cacheTTLSeconds, EDGE_KINDS.http.properties.cacheTTLSeconds.default)

/** Without a guarantee, and at most once, the sender does not learn whether a message arrives. */
const isAcknowledged = ({ deliveryGuarantee }: AnyEdgeData): boolean =>
  deliveryGuarantee === 'At-Least-Once' || deliveryGuarantee === 'Exactly-Once'

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
  const copied = isAlwaysCopied({ type }) || data.communicationPattern === 'Pub-Sub' || groups > 1
  return {
    copies: copied ? Math.max(1, groups) : 0,
    isPreferred: data.loadBalancingPolicy === 'Pick-First' || data.failoverStrategy === 'Active-Passive',
    isReadOnly: data.readOnly === true,
  }
}

/**
 * Reads that the sender answers by what it kept: a user keeps what that user read, another component what came to it for this connection.
 * What a device keeps, too, is fetched for both at once, so that only the one that keeps it longer adds anything.
 */
export function answeredBySender({ data, traffic, mix, kept, asked, fetchS }: Sender): Answered {
  if (data.cacheEnabled !== true) return NONE
  const ttlS = ttlOf(data)
  if (traffic === null) return answersByAge({ ttlS, fetchS }, asked())
  const ofUser = mix[0] * perUser(traffic)
  const [onDevice, inAll] = [traffic.local(ofUser).hitRate, kept.ofUsers(ttlS, ofUser)]
  return inAll.hitRate > onDevice ? { ...inAll, hitRate: (inAll.hitRate - onDevice) / (1 - onDevice) } : NONE
}

interface Sender extends Pick<EdgeContext, 'data' | 'mix'> {
  readonly traffic: EdgeContext['source']['traffic']
  readonly kept: KeptAnswers
  readonly asked: () => readonly Asked[]
  /** From a read that misses until its answer is there. */
  readonly fetchS: number
}

function costOf({ costPerGB, costPerMillionRequests }: AnyEdgeData): LinkModel['cost'] {
  const cost = { perGB: amount(costPerGB, 0), perMillion: amount(costPerMillionRequests, 0) }
  return cost.perGB === 0 && cost.perMillion === 0 ? null : cost
}
