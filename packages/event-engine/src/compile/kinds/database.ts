import { NODE_KINDS, type NodeData } from '@plimsoll/catalog'
import type { Scaling, StationModel } from '../../model.ts'
import { storageRates } from '../../rules/storage.ts'
import { amount, instances, share, UNLIMITED_RATE } from '../amount.ts'
import type { Notes } from '../notes.ts'
import {
  forAll,
  type NodeCompiler,
  type NodePlan,
  PLAIN,
  PLAIN_STATION,
  readsAndWrites,
  type StationPlan,
  service,
} from './plan.ts'

type Data = Partial<NodeData<'Database'>>
type Replication = NodeData<'Database'>['replicationType']

const { properties } = NODE_KINDS.Database

const COMPLEXITY = { Simple: 0.5, Moderate: 1, Complex: 2 } as const

const LATENCY: Readonly<Record<NodeData<'Database'>['dbType'], (notes: Notes) => number>> = {
  SQL: ({ assume }) => assume('latencySql'),
  NoSQL: ({ assume }) => assume('latencyNoSql'),
  Cache: ({ assume }) => assume('latencyCacheDb'),
  Other: ({ assume }) => assume('latencyOtherDb'),
}

/** What a write waits for beside its own copy, ms. */
const WRITE_WAIT: Readonly<Record<Replication, (notes: Notes) => number>> = {
  'Master-Slave': ({ assume }) => assume('replicaLag'),
  'Multi-Master': ({ assume }) => assume('crossMaster'),
  Sharded: () => 0,
}

const MINUTES_PER_DAY = 1440

export const database: NodeCompiler<'Database'> = (data, scope) => {
  const { notes } = scope
  const latencyMs =
    data.averageLatency === undefined ? LATENCY[data.dbType ?? 'SQL'](notes) : amount(data.averageLatency, 0)
  const meanMs = latencyMs * COMPLEXITY[data.queryComplexity ?? 'Moderate']
  const scaling = (copies: number) => (data.autoScaling === true ? scalingOf(copies, notes) : null)
  const oneCopy: StationPlan = {
    ...PLAIN_STATION,
    ...service(forAll(meanMs), scope),
    slots: Math.round(amount(data.maxConnections, Number.POSITIVE_INFINITY, 1)),
    scaling: scaling(1),
  }
  return {
    ...PLAIN,
    group: 'database',
    ...copiesOf(oneCopy, data, { notes, scaling }),
    failureProbability: share(data.failureProbability),
    repairMs: () => notes.assume('restart') * 1000,
    readShare: amount(data.readWriteRatio, properties.readWriteRatio.default, 0, 100) / 100,
  }
}

/** Sharded copies do all together; otherwise all copies read, and writes are the work of one. */
function copiesOf(
  oneCopy: StationPlan,
  data: Data,
  { notes, scaling }: { readonly notes: Notes; readonly scaling: (copies: number) => Scaling | null },
): Pick<NodePlan, 'stations' | 'stationOf' | 'readStation'> {
  const storage = storageOf(data, notes)
  const replicas = instances(data.replicationFactor, properties.replicationFactor.default)
  if (data.replication !== true) {
    return { stations: [{ ...oneCopy, storage }], stationOf: [0, 0, 0, 0], readStation: 0 }
  }
  const type = data.replicationType ?? 'Master-Slave'
  if (type === 'Sharded') {
    const shards = { ...oneCopy, storage, instances: replicas, scaling: scaling(replicas) }
    return { stations: [shards], stationOf: [0, 0, 0, 0], readStation: 0 }
  }
  const reads = {
    ...oneCopy,
    name: 'reads',
    instances: replicas,
    storage: forAll(storage[0]),
    scaling: scaling(replicas),
  }
  const writes = {
    ...oneCopy,
    name: 'writes',
    storage: forAll(storage[1]),
    extraMs: WRITE_WAIT[type](notes),
    isMirrored: type === 'Multi-Master',
  }
  return { stations: [reads, writes], stationOf: readsAndWrites(0, 1), readStation: 0 }
}

/** Lines of reads and of writes, as fast as all copies together. */
function storageOf(data: Data, notes: Notes): StationModel['storage'] {
  const busy =
    data.backupStrategy === 'Daily' ? (notes.assume('backupShare') * notes.assume('backupLasts')) / MINUTES_PER_DAY : 0
  const rates = storageRates({
    readsPerSecond: amount(data.readIOPS, Number.POSITIVE_INFINITY, 0.001) * (1 - busy),
    writesPerSecond: amount(data.writeIOPS, Number.POSITIVE_INFINITY, 0.001) * (1 - busy),
    replicas: data.replication === true ? instances(data.replicationFactor, properties.replicationFactor.default) : 1,
    replication: data.replicationType ?? 'Master-Slave',
  })
  const line = (index: number, perSecond: number, isSpread: boolean) =>
    perSecond >= UNLIMITED_RATE ? null : { line: index, perSecond, isSpread }
  const isSplit = data.replication === true && data.replicationType === 'Sharded'
  return readsAndWrites(line(0, rates.readsPerSecond, true), line(1, rates.writesPerSecond, isSplit))
}

/** Between its size as it is drawn, in copies, and a multiple of that. */
const scalingOf = (copies: number, { assume }: Notes): Scaling => ({
  metric: 'taken',
  target: assume('databaseScalingTarget'),
  min: copies,
  max: copies * assume('databaseMostInstances'),
  syncMs: assume('scalingSync') * 1000,
  readyMs: assume('containerReady') * 1000,
  tolerance: assume('scalingTolerance'),
  stabilisationMs: assume('scalingPatience') * 1000,
})
