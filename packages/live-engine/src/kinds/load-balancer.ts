import type { NodeData } from '@plimsoll/catalog'
import { OVERLOAD } from '../config.ts'
import { type Behaviour, overloadThreshold, PLAIN } from './behaviour.ts'

export const loadBalancer = (data: NodeData<'LoadBalancer'>): Behaviour => ({
  ...PLAIN,
  timeMs: data.processingLatency,
  capacity: data.maxConnections,
  threshold: overloadThreshold(OVERLOAD.threshold, [
    [data.connectToAutoScaling, OVERLOAD.whenScaling],
    [data.highAvailability, OVERLOAD.whenHighlyAvailable],
  ]),
  failurePerSecond: data.failureProbability,
  algorithm: data.algorithm,
})
