import type { NodeData } from '@plimsoll/catalog'
import { NODE_TIME } from '../config.ts'
import { type Behaviour, PLAIN } from './behaviour.ts'

export const client = (data: NodeData<'Client'>): Behaviour => ({
  ...PLAIN,
  timeMs: NODE_TIME.clientMs,
  traffic: {
    users: data.concurrentUsers,
    thinkTimeMs: data.thinkTimeBetweenRequests,
    pattern: data.requestPattern,
    burstFactor: data.burstFactor,
    periodSeconds: data.periodSeconds,
    retryOnError: data.retryOnError,
    maxRetries: data.maxRetries,
  },
})
