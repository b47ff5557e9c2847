import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Algorithm } from '../kinds/behaviour.ts'
import type { Chooser, Link } from '../model.ts'
import { pickByWeight } from './pick.ts'

/** How a load balancer picks among the ways that lead to a request's destination. */
export const BALANCERS: Readonly<Record<Algorithm, Chooser>> = {
  'Round Robin': (links, { station }) => {
    const chosen = firstFrom(links, station.turn) ?? links[0]
    station.turn = (chosen?.position ?? -1) + 1
    return chosen
  },
  'Least Connections': (links) => links.reduce((least, link) => (link.connections < least.connections ? link : least)),
  'IP Hash': (links, { request }) => links[request.address % links.length],
  Weighted: (links, { rng }) => pickByWeight(links, ({ target, trust }) => target.capacity * trust, rng),
  'URL Path': (links, { request }) => links[REQUEST_TYPES.indexOf(request.type) % links.length],
}

/** The first link at or after a position of its station; `links` are in the order of their positions. */
function firstFrom(links: readonly Link[], position: number): Link | undefined {
  let low = 0
  let high = links.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((links[middle]?.position ?? 0) < position) low = middle + 1
    else high = middle
  }
  return links[low]
}
