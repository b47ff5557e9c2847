import { SCORE } from '../config.ts'
import type { Choice, Chooser, Link, Route, Scored } from '../model.ts'
import { bestOf, pickByWeight } from './pick.ts'

/** How good a way onward is, at least a hundredth of its trust: spare capacity, short latency, few hops to go. */
export function scoreOf({ target, utilization, latencyScore, trust }: Link, route: Route): number {
  const score =
    SCORE.nodeSpare * (1 - target.utilization) +
    SCORE.edgeSpare * (1 - utilization) +
    latencyScore +
    SCORE.nearness / (1 + route.hopsFrom(target))
  return Math.max(SCORE.lowest, score) * trust
}

/** One of the three best ways, each with the chance of its part of their scores. */
export const byScore: Chooser = (links, choice) =>
  pickByWeight(bestWays(links, choice), ({ score }) => score, choice.rng)?.item

/** All requests of a tick that go from one station to one destination have the same best ways. */
function bestWays(links: readonly Link[], { station, route, now }: Choice): readonly Scored<Link>[] {
  const known = route.bestWays.get(station)
  if (known?.foundAt === now) return known.ways
  const ways = bestOf(links, (link) => scoreOf(link, route), SCORE.candidates)
  if (links.length > SCORE.candidates) route.bestWays.set(station, { foundAt: now, ways })
  return ways
}
