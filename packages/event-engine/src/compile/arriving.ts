import type { Arriving } from './edges/context.ts'
import type { Parts } from './parts.ts'

/** Of the clients before a place: the check, then the far share by region. */
type Most = Float64Array

/**
 * By way. Clients are met by the first nodes that answer them, however many balancers and caches lie between; where several
 * clients come by the same way, the most that one of them brings counts.
 */
export function arrivingBy({ places, ways, onward }: Parts): readonly Arriving[] {
  const regions = [...new Set(places.flatMap(({ plan }) => plan.region ?? []))]
  const most = places.map((): Most | null => null)
  const pending: number[] = []
  const meet = (place: number, brought: Most) => {
    const before = most[place]
    const after = before == null ? brought : before.map((known, index) => Math.max(known, brought[index] ?? 0))
    if (before?.every((known, index) => known === after[index])) return
    most[place] = after
    pending.push(place)
  }
  for (const [place, { plan }] of places.entries()) {
    const { traffic } = plan
    if (traffic !== null) meet(place, Float64Array.of(traffic.checkMs, ...regions.map(traffic.farFrom)))
  }
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const brought = most[place]
    for (const way of onward[place] ?? []) {
      const target = ways[way]?.target ?? -1
      const plan = places[target]?.plan
      const passesOn = plan?.answersClients === false && plan.group !== 'database'
      if (passesOn && brought != null) meet(target, brought)
    }
  }
  return ways.map(({ source, target }) => {
    const plan = places[target]?.plan
    const brought = plan?.answersClients === true ? most[source] : null
    const region = regions.indexOf(plan?.region ?? '')
    return { checkMs: brought?.[0] ?? 0, farShare: region < 0 ? 0 : (brought?.[1 + region] ?? 0) }
  })
}
