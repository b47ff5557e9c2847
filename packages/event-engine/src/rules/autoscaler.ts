import type { Scaling } from '../model.ts'

/** Hides the last bits of quotients: 77/70 is 10 % above, no more, and ten times it is eleven. */
const ROUNDING = 1e-9

/** The formula of the Kubernetes Horizontal Pod Autoscaler: n·metric/target rounded up, or n within the tolerance. */
export function desiredInstances({ current, metric, target, tolerance = 0.1 }: Metered): number {
  const ratio = metric / target
  return isNear(ratio, tolerance) ? current : Math.ceil(current * ratio - ROUNDING)
}

/** How long it takes, at most, from the instances at the beginning to as many as there may be, where all are full all the time. */
export function msToMost({ min, max, target, tolerance, syncMs, readyMs }: Scaling, instances: number): number {
  let looks = 0
  for (let count = Math.max(min, instances); count < max; looks += 1) {
    const wanted = desiredInstances({ current: count, metric: 1, target, tolerance })
    count = Math.max(count + 1, Math.min(wanted, mostAtOnce(count)))
  }
  return looks * (Math.ceil(readyMs / syncMs) + 1) * syncMs
}

/** So many are added together with those that there are. */
const mostAtOnce = (total: number): number => Math.max(2 * total, total + 4)

interface Metered {
  readonly current: number
  /** Mean over the instances; the same unit as the target. */
  readonly metric: number
  readonly target: number
  readonly tolerance?: number
}

/** What the autoscaler sees when it looks. */
export interface Sighting {
  readonly nowMs: number
  /** Instances that take requests. */
  readonly ready: number
  /** With those that are on their way. */
  readonly total: number
  /** Mean of the metric over the ready ones; a share of CPU time is at most 1, so that one look asks for 1/target times as many at most. */
  readonly use: number
}

/**
 * The Kubernetes Horizontal Pod Autoscaler (autoscaling/v2 with its default behaviour): the formula over the ready instances; when
 * that asks for more, those on their way count as idle; at once at most twice as many or four more; fewer only as far as the
 * highest recommendation of the stabilisation window, in which the first number of instances stands as one.
 */
export class Autoscaler {
  private readonly config: Scaling
  private readonly recommended: { readonly atMs: number; readonly instances: number }[] = []

  constructor(config: Scaling) {
    this.config = config
  }

  /** How many instances there shall be, those on their way included. To be asked once in each sync period. */
  decide(sighting: Sighting): number {
    const { min, max } = this.config
    const { nowMs, total } = sighting
    if (this.recommended.length === 0) this.recommended.push({ atMs: nowMs, instances: total })
    const recommendation = this.recommend(sighting)
    this.recommended.push({ atMs: nowMs, instances: recommendation })
    const highest = this.highestRecommendation(nowMs)
    const stabilised = recommendation >= total ? recommendation : Math.min(total, highest)
    return Math.min(max, Math.max(min, Math.min(mostAtOnce(total), stabilised)))
  }

  private recommend({ ready, total, use }: Sighting): number {
    const { target, tolerance } = this.config
    if (ready === 0) return total
    const ratio = use / target
    if (ratio <= 1 || ready === total) {
      return isNear(ratio, tolerance) ? total : Math.ceil(ready * ratio - ROUNDING)
    }
    const metric = (use * ready) / total
    return metric < target ? total : desiredInstances({ current: total, metric, target, tolerance })
  }

  private highestRecommendation(nowMs: number): number {
    const { recommended } = this
    while ((recommended[0]?.atMs ?? nowMs) < nowMs - this.config.stabilisationMs) recommended.shift()
    return recommended.reduce((highest, { instances }) => Math.max(highest, instances), 0)
  }
}

const isNear = (ratio: number, tolerance: number): boolean => Math.abs(ratio - 1) <= tolerance + ROUNDING
