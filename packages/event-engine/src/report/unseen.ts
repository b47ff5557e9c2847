import type { Distribution, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { shareOfShort } from '../rules/two-phases.ts'
import { LONGEST_RUN_MS } from '../settings.ts'
import { STEADY } from '../statistics/response-figures.ts'

/*
 * What comes so seldom or changes so slowly that runs can end before they have seen it: breakdowns, bursts, services that take very long,
 * and a load that swings. Nothing in the runs
 * tells of it then, so that the model is asked.
 */

/** So many breakdowns, bursts or long services are expected in all runs together where these tell what they bring. */
const ENOUGH = 10

/** What runs have not seen enough of. */
export interface Unseen {
  readonly what: readonly ('breakdowns' | 'bursts' | 'swings of the load' | 'long services')[]
  /** The share of the time, or of the requests or the work where that is more, that it makes other than the rest. */
  readonly share: number
  /** How long each of the runs has to be; Infinity: no run is so long, as where nothing repairs what breaks down. */
  readonly leastMs: number
}

interface Slow {
  readonly what: Unseen['what'][number]
  readonly share: number
  readonly leastMs: number
}

export function unseenOf(model: Model, outcomes: readonly RunOutcome[]): Unseen {
  const durationMs = outcomes[0]?.slices.durationMs ?? 0
  const unseen = slowOf(model, outcomes).filter(({ leastMs }) => leastMs > durationMs)
  const leastMs = Math.max(0, ...unseen.map((one) => one.leastMs))
  return {
    what: [...new Set(unseen.map(({ what }) => what))],
    share: unseen.reduce((sum, one) => sum + one.share, 0),
    leastMs: leastMs > LONGEST_RUN_MS ? Number.POSITIVE_INFINITY : leastMs,
  }
}

const slowOf = ({ faults, sources, stations }: Model, outcomes: readonly RunOutcome[]): readonly Slow[] => [
  ...faults.flatMap((fault): readonly Slow[] => {
    if (fault.kind !== 'breakdowns' || fault.mostDownMs <= 0) return []
    const { meanUpMs: upMs } = fault
    const downMs = Math.min(fault.meanDownMs, fault.mostDownMs)
    return [{ what: 'breakdowns', share: downMs / (upMs + downMs), leastMs: leastMs(upMs, downMs, outcomes.length) }]
  }),
  ...sources.flatMap(({ bursts }): readonly Slow[] => {
    if (bursts === null) return []
    const [rarer, other] = [bursts.burst, bursts.calm].toSorted((one, next) => one.meanMs - next.meanMs) as [
      typeof bursts.burst,
      typeof bursts.burst,
    ]
    const share = (rarer.meanMs / (rarer.meanMs + other.meanMs)) * Math.max(1, rarer.factor)
    return [{ what: 'bursts', share, leastMs: leastMs(rarer.meanMs, other.meanMs, outcomes.length) }]
  }),
  ...stations.flatMap(({ node, meanMs, distribution }): readonly Slow[] => {
    const long = longOf(distribution)
    const visits = outcomes.reduce((sum, { nodes }) => sum + (nodes[node]?.arrived ?? 0), 0)
    if (long === null || visits === 0 || meanMs.every((mean) => mean === 0)) return []
    const measuredMs = outcomes.reduce((sum, one) => sum + one.measuredMs, 0)
    const leastMs = (ENOUGH * measuredMs) / (visits * long.probability * outcomes.length)
    return [{ what: 'long services', share: long.work, leastMs }]
  }),
  ...sources.flatMap(({ arrivals, rate }): readonly Slow[] =>
    arrivals === 'closed' ? [] : [{ what: 'swings of the load', share: 0.5, leastMs: rate.periodMs }],
  ),
]

/** Long against the relaxation time of two states that change in turn, and for enough of both. */
const leastMs = (one: number, other: number, runs: number): number =>
  Math.max(1 / (1 / one + 1 / other) / STEADY, (ENOUGH * (one + other)) / runs)

/** How often a service is a long one, where there are two kinds, and the share of all work that these are. */
function longOf(distribution: Distribution) {
  if (distribution.kind === 'hyperexponential') {
    return { probability: 1 - shareOfShort(distribution.scv), work: 0.5 }
  }
  if (distribution.kind !== 'two-point') return null
  const { share, factor } = distribution
  return share === 0 ? null : { probability: share, work: (share * factor) / (1 - share + share * factor) }
}
