import type { Model } from '../model.ts'
import { visitsBy } from './structure.ts'

interface Shown {
  /** By source: requests per second. */
  readonly rates: readonly number[]
  /** By link: calls that come to its target, for each visit at its source. */
  readonly crossing: readonly number[]
}

/** By link: share of its calls that are of users who are far from its target. */
export function farShares(model: Model, { rates, crossing }: Shown): readonly number[] {
  const { nodes, links, sources } = model
  const visitsOf = (shareOf: (source: Model['sources'][number]) => number) => {
    const arrivals = nodes.map(() => 0)
    for (const [index, source] of sources.entries())
      arrivals[source.node] = (arrivals[source.node] ?? 0) + (rates[index] ?? 0) * shareOf(source)
    return visitsBy(model, arrivals, (link, visits) => visits * (crossing[link] ?? 0))
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
