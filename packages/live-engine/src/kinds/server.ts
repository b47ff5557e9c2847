import type { NodeData } from '@plimsoll/catalog'
import { NODE_TIME, OVERLOAD } from '../config.ts'
import { type Behaviour, overloadThreshold, PLAIN } from './behaviour.ts'

export const server = (data: NodeData<'Server'>): Behaviour => ({
  ...PLAIN,
  timeMs: (data.averageProcessingTime * NODE_TIME.referenceCpuSpeed) / data.cpuSpeed,
  capacity: data.instances * data.maxConcurrentRequests,
  threshold: overloadThreshold(OVERLOAD.threshold, [
    [data.autoScaling, OVERLOAD.whenScaling],
    [data.concurrencyModel === 'Single-Threaded', OVERLOAD.whenSingleThreaded],
  ]),
  failurePerSecond: data.failureProbability,
})
