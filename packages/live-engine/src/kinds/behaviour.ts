import type { NodeData } from '@plimsoll/catalog'
import { BASE_FAILURE_PER_SECOND, OVERLOAD } from '../config.ts'

export type Algorithm = NodeData<'LoadBalancer'>['algorithm']
export type Pattern = NodeData<'Client'>['requestPattern']

/** The requests that a node makes, and how it takes their failures. */
export interface Traffic {
  readonly users: number
  readonly thinkTimeMs: number
  readonly pattern: Pattern
  readonly burstFactor: number
  readonly periodSeconds: number
  readonly retryOnError: boolean
  readonly maxRetries: number
}

/** What the live engine knows of a node: everything in which kinds differ. */
export interface Behaviour {
  /** Its own time for one request, in ms, and what that is multiplied by for a request straight from a client. */
  readonly timeMs: number
  readonly fromClientFactor: number
  /** Requests at a time; null when there is no limit. */
  readonly capacity: number | null
  /** Utilization above which requests may be turned away. */
  readonly threshold: number
  readonly failurePerSecond: number
  /** Chance that a Read on its way to another node is answered here. */
  readonly hitRate: number
  /** How it chooses the next node; null: by score. */
  readonly algorithm: Algorithm | null
  /** Null for a node that answers requests and makes none. */
  readonly traffic: Traffic | null
}

/** A node that does nothing by itself; each kind says what differs. */
export const PLAIN: Behaviour = {
  timeMs: 0,
  fromClientFactor: 1,
  capacity: null,
  threshold: OVERLOAD.threshold,
  failurePerSecond: BASE_FAILURE_PER_SECOND,
  hitRate: 0,
  algorithm: null,
  traffic: null,
}

/** The base threshold, and the adjustments whose condition holds, within its limits. */
export function overloadThreshold(base: number, adjustments: readonly (readonly [boolean, number])[]): number {
  const adjusted = adjustments.reduce((sum, [holds, by]) => (holds ? sum + by : sum), base)
  const inHundredths = Math.round(adjusted * 100) / 100
  return Math.min(OVERLOAD.highest, Math.max(OVERLOAD.lowest, inHundredths))
}
