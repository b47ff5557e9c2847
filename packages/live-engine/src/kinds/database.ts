import type { NodeData } from '@plimsoll/catalog'
import { NODE_TIME, OVERLOAD } from '../config.ts'
import { type Behaviour, overloadThreshold, PLAIN } from './behaviour.ts'

export const database = (data: NodeData<'Database'>): Behaviour => ({
  ...PLAIN,
  timeMs: data.averageLatency * NODE_TIME.byComplexity[data.queryComplexity],
  fromClientFactor: NODE_TIME.databaseFromClient,
  capacity: data.maxConnections,
  threshold: overloadThreshold(OVERLOAD.databaseThreshold, [
    [data.autoScaling, OVERLOAD.whenScaling],
    [data.replication, OVERLOAD.whenReplicated],
  ]),
  failurePerSecond: data.failureProbability,
})
