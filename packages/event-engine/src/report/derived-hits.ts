import type { DerivedHits, Model } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { fetchTimes } from '../rules/fetch-times.ts'
import { READ } from '../rules/kept-by-users.ts'
import { meanOfValues } from '../statistics/estimate.ts'
import type { Warning } from './report.ts'

/** Misses that differ by less hardly change what is behind a cache. */
const CHANGED = 0.1
const MORE = 0.05

/** Of what answers by a derived hit rate, where that holds for this load only, or what it fetched had to wait. */
export function warningsOfHits(model: Model, outcomes: readonly RunOutcome[]): readonly Warning[] {
  const { nodes, links } = model
  if ([...nodes, ...links].every(({ derivedHits }) => derivedHits === null)) return []
  const mean = (of: (outcome: RunOutcome) => number) => meanOfValues(outcomes.map(of)).mean
  const unloaded = fetchTimes(model)
  const seen = fetchTimes(model, {
    nodes: nodes.map((_, index) => mean((run) => run.nodes[index]?.waitMs ?? 0)),
    links: links.map((_, index) =>
      mean(({ links: all }) => (all[index]?.poolWaitMs ?? 0) + (all[index]?.lineWaitMs ?? 0)),
    ),
  })
  return (['nodes', 'links'] as const).flatMap((of) =>
    model[of].flatMap(({ id, derivedHits, hitsByDemand, hitRate }, index) => {
      if (derivedHits === null) return []
      const misses = missesOf(derivedHits, hitRate[READ])
      const [ms, seenMs] = [unloaded[of][index] ?? 0, seen[of][index] ?? 0]
      const more = ms > 0 && hitsByDemand === null ? misses.perFetch * (seenMs / ms - 1) : 0
      return [
        ...(misses.atTwiceTheLoad < 1 - CHANGED
          ? ['The capacities of what is behind it are for its hit rate in these runs, which is another at another load']
          : []),
        ...(more > MORE
          ? [
              `Its hit rate is derived as if nothing waited: a fetch would take ${rounded(ms)} ms, and took ${rounded(seenMs)} ms in these runs, so that more reads would miss`,
            ]
          : []),
      ].map((text) => ({ of: id, text }))
    }),
  )
}

/** In parts of those that there are; `perFetch`: how much more, if a fetch took as much longer as it takes. */
const missesOf = ({ atTwiceTheLoad, atTwiceTheFetch }: DerivedHits, hitRate: number) => ({
  atTwiceTheLoad: (1 - atTwiceTheLoad) / (1 - hitRate),
  perFetch: (1 - atTwiceTheFetch) / (1 - hitRate) - 1,
})

const rounded = (ms: number): number => Number(ms.toPrecision(2))
