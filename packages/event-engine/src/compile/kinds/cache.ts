import { NODE_KINDS, type NodeData } from '@plimsoll/catalog'
import { type Answered, type Asked, answersOf } from '../../rules/hit-rate.ts'
import { amount, share } from '../amount.ts'
import {
  forAll,
  type NodeCompiler,
  type NodePlan,
  PLAIN,
  PLAIN_STATION,
  readsAndWrites,
  type StationPlan,
  service,
  type WritePolicy,
} from './plan.ts'

type Data = Partial<NodeData<'Cache'>>

const { properties } = NODE_KINDS.Cache

const WRITES: Readonly<Record<NodeData<'Cache'>['writePolicy'], WritePolicy>> = {
  'Write-Through': 'through',
  'Write-Behind': 'behind',
  'Write-Around': 'around',
}

const KB_PER_UNIT = { MB: 1024, GB: 1024 ** 2, TB: 1024 ** 3 } as const

export const cache: NodeCompiler<'Cache'> = (data, scope) => {
  const { notes, settings } = scope
  const writes = WRITES[data.writePolicy ?? 'Write-Through']
  const latencyMs = amount(data.averageLatency, properties.averageLatency.default)
  const lookUp: StationPlan = { ...PLAIN_STATION, ...service(forAll(latencyMs), scope) }
  const shards = data.shardingEnabled === true ? amount(data.shardCount, properties.shardCount.default, 1) : 1
  const perSecond = amount(data.maxThroughput, Number.POSITIVE_INFINITY, 0.001) * shards
  const replicas =
    data.replicationEnabled === true ? amount(data.replicaCount, properties.replicaCount.default, 1) : null
  const syncMs =
    data.replicationEnabled === true && data.consistencyLevel === 'Strong' ? notes.assume('cacheReplica') : 0
  return {
    ...PLAIN,
    group: 'cache',
    ...stationsOf(lookUp, { replicas, perSecond, latencyMs, syncMs }),
    machinesPerInstance: shards * (replicas ?? 1),
    reads: settings.deriveHitRate
      ? (asked, fetchS) => derivedAnswers(data, { fetchS, asked: asked() })
      : () => ({ hitRate: share(data.expectedHitRate), missed: null }),
    writes,
    renewsItems: data.evictionPolicy !== 'FIFO' && data.evictionPolicy !== 'Random',
    failureProbability: share(data.failureProbability),
    repairMs: () => notes.assume('restart') * 1000,
  }
}

interface Capacity {
  /** Null: it is not replicated. */
  readonly replicas: number | null
  readonly perSecond: number
  readonly latencyMs: number
  readonly syncMs: number
}

/** Replicas answer reads beside each other; each has all writes to do. */
function stationsOf(
  lookUp: StationPlan,
  { replicas, perSecond, latencyMs, syncMs }: Capacity,
): Pick<NodePlan, 'stations' | 'stationOf' | 'readStation'> {
  const single = { ...lookUp, ...throughput(perSecond, latencyMs) }
  if (replicas === null) return { stations: [single], stationOf: [0, 0, 0, 0], readStation: 0 }
  const reads = { ...lookUp, name: 'reads', ...throughput(perSecond * replicas, latencyMs) }
  const writes = { ...single, name: 'writes', extraMs: syncMs }
  return { stations: [reads, writes], stationOf: readsAndWrites(0, 1), readStation: 0 }
}

/** As many slots as the throughput takes (Little), and a line in front where whole slots could do more. */
function throughput(perSecond: number, latencyMs: number): Pick<StationPlan, 'slots' | 'storage'> {
  if (perSecond === Number.POSITIVE_INFINITY) return { slots: perSecond, storage: forAll(null) }
  const busy = (perSecond * latencyMs) / 1000
  const slots = Math.max(1, Math.ceil(busy - 1e-9))
  const isExact = slots - busy < 1e-6
  return { slots, storage: forAll(isExact ? null : { line: 0, perSecond, isSpread: false }) }
}

function derivedAnswers(
  data: Data,
  { fetchS, asked }: { readonly fetchS: number; readonly asked: readonly Asked[] },
): Answered {
  const sizeKB =
    amount(data.cacheSizeValue, properties.cacheSizeValue.default) * KB_PER_UNIT[data.cacheSizeUnit ?? 'GB']
  const cache = {
    policy: data.evictionPolicy ?? 'LRU',
    capacity: sizeKB / amount(data.averageItemSize, properties.averageItemSize.default, 1e-6),
    ...(data.ttl !== undefined && { ttlS: amount(data.ttl, 0) }),
    fetchS,
  }
  return answersOf(cache, asked)
}
