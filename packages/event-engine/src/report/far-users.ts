import type { Model } from '../model.ts'
import { fixedPoint } from '../rules/fixed-point.ts'

interface Shown {
  /** By source: requests per second. */
  readonly rates: readonly number[]
  /** By link: calls that come to its target, for each visit at its source. */
  readonly crossing: readonly number[]
}

/** By link: share of its calls that are of users who are far from its target. */
export function farShares({ nodes, links, sources }: Model, { rates, crossing }: Shown): readonly number[] {
  const visitsOf = (shareOf: (source: Model['sources'][number]) => number) => {
    const arrivals = nodes.map(() => 0)
    for (const [index, source] of sources.entries())
      arrivals[source.node] = (arrivals[source.node] ?? 0) + (rates[index] ?? 0) * shareOf(source)
    return fixedPoint(arrivals, (visits) => {
      const next = [...arrivals]
      for (const [index, { source, target }] of links.entries())
        next[target] = (next[target] ?? 0) + (visits[source] ?? 0) * (crossing[index] ?? 0)
      return next
    })
  }
  const regions = new Set(links.flatMap(({ far }) => far?.region ?? []))
  if (regions.size === 0) return links.map(() => 0)
  const all = visitsOf(() => 1)
  const far = new Map(
    [...regions].map((region) => [
      region,
      visitsOf(({ areas }) => areas.filter((isFarFrom) => isFarFrom[region]).length / Math.max(1, areas.length)),
    ]),
  )
  return links.map(({ far: away, source }) => {
    const visits = all[source] ?? 0
    return away === null || visits === 0 ? 0 : (far.get(away.region)?.[source] ?? 0) / visits
  })
}
