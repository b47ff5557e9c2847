import type { LiveRequest } from '../model.ts'
import type { Network } from '../network.ts'
import { edgeImpact, nodeImpact } from './formulas.ts'

/**
 * Sets every utilization (0 to 1) from the requests under way: a request counts at its node and at the connection that
 * led there until its visit ends, in each tick with the time that it spends there on the mean of the visit's ticks. So a
 * utilization falls by itself when requests leave.
 */
export function measureUtilization({ stations, links }: Network, requests: readonly LiveRequest[]): void {
  for (const station of stations) station.load = 0
  for (const link of links) {
    link.load = 0
    link.connections = 0
  }
  for (const { station, link, nextLink, standsFor, visit } of requests) {
    if (station !== null) station.load += standsFor * nodeImpact(station.capacity, visit)
    if (link !== null) {
      link.load += standsFor * edgeImpact(link.throughputRps, visit)
      link.connections += standsFor
    }
    if (nextLink !== null) nextLink.connections += standsFor
  }
  for (const station of stations) station.utilization = utilizationOf(station)
  for (const link of links) link.utilization = utilizationOf(link)
}

/** Twelve decimals: 7 × 0.1 is a hair above 0.7, and what lies above a limit is compared strictly. */
const utilizationOf = ({ load }: { load: number }): number => Math.min(1, Math.round(load * 1e12) / 1e12)
