import type { NodeData } from '@plimsoll/catalog'
import { OVERLOAD } from '../config.ts'
import { type Behaviour, overloadThreshold, PLAIN } from './behaviour.ts'

export const cache = (data: NodeData<'Cache'>): Behaviour => ({
  ...PLAIN,
  timeMs: data.averageLatency,
  capacity: (data.maxThroughput * data.averageLatency) / 1000,
  threshold: overloadThreshold(OVERLOAD.threshold, [[data.autoScalingEnabled, OVERLOAD.whenScaling]]),
  failurePerSecond: data.failureProbability,
  hitRate: data.expectedHitRate,
})
