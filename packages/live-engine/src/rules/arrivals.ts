import { bounded } from '@plimsoll/simulation'
import { LIMITS, TICK_MS } from '../config.ts'
import type { Station } from '../model.ts'
import type { LiveState } from '../state.ts'
import { createRequest } from './birth.ts'

/**
 * Adds the requests that the clients make in this tick. While all that is due fits into half of the room left, each is
 * followed by itself; beyond that, groups of one size are. What finds no room at all stays due, and its client is first
 * in the next tick.
 */
export function createArrivals(state: LiveState): void {
  const { sources } = state.network
  const due = countDue(state)
  const groupSize = Math.ceil(due / Math.max(1, Math.floor(roomIn(state) / 2)))
  for (let turn = 0; turn < sources.length; turn += 1) {
    const source = sources[state.firstSource % sources.length]
    if (source !== undefined && !serve(source, groupSize, state)) return
    state.firstSource = (state.firstSource + 1) % sources.length
  }
}

function countDue({ network, elapsed, rng }: LiveState): number {
  let due = 0
  for (const { client } of network.sources) {
    if (client === null) continue
    const multiplier = client.multiplier(client.traffic, elapsed - TICK_MS, rng)
    client.due += bounded(client.perTick * multiplier, 0, LIMITS.arrivalsPerTick)
    due += Math.floor(client.due)
  }
  return due
}

/** Makes what is due at the source; false when room ran out. */
function serve(source: Station, groupSize: number, state: LiveState): boolean {
  const { client } = source
  while (client !== null && client.due >= 1) {
    if (roomIn(state) <= 0) return false
    const standsFor = Math.min(groupSize, Math.floor(client.due))
    state.live.push(createRequest(source, client, { standsFor, state }))
    state.serial += 1
    state.created += standsFor
    client.due -= standsFor
    client.made += standsFor
  }
  return true
}

const roomIn = ({ live }: LiveState): number => LIMITS.liveRequests - live.length
