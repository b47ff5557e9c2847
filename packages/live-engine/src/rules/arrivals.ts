import { bounded } from '@plimsoll/simulation'
import { LIMITS, TICK_MS } from '../config.ts'
import type { Station } from '../model.ts'
import type { LiveState } from '../state.ts'
import { createRequest } from './birth.ts'

/**
 * Adds the requests that the clients make in this tick: each is followed by itself, or groups of one size are. What finds
 * no room stays due, and its client is first in the next tick.
 */
export function createArrivals(state: LiveState): void {
  const { sources } = state.network
  const due = countDue(state)
  const mostNew = mostNewOf(state, due)
  // The last group of each client may be smaller.
  const groups = Math.max(mostNew / 2, mostNew - Math.min(due, sources.length))
  const group = { size: Math.ceil(due / groups), untilLive: state.live.length + mostNew }
  for (let turn = 0; turn < sources.length; turn += 1) {
    const source = sources[state.firstSource % sources.length]
    if (source !== undefined && !serve(source, group, state)) return
    state.firstSource = (state.firstSource + 1) % sources.length
  }
}

/**
 * How many may be followed of those that are made in this tick: as many as there is room for, if each that is under way could be
 * followed, and as many as are due in this tick and the next; else a share of the room, so that there is some in each tick until the
 * oldest ends.
 */
function mostNewOf({ live, elapsed, created, completed, failed }: LiveState, due: number): number {
  const room = LIMITS.liveRequests - live.length
  const underWay = created - completed - failed
  if (underWay + 2 * due <= LIMITS.liveRequests) return room
  const ticksOfOldest = (elapsed - (live[0]?.createdAt ?? elapsed)) / TICK_MS
  return Math.min(room, Math.max(1, Math.floor(room / (2 + ticksOfOldest))))
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

interface Group {
  readonly size: number
  /** So many are followed at most after this tick. */
  readonly untilLive: number
}

/** Makes what is due at the source; false when room ran out. */
function serve(source: Station, { size, untilLive }: Group, state: LiveState): boolean {
  const { client } = source
  while (client !== null && client.due >= 1) {
    if (state.live.length >= untilLive) return false
    const standsFor = Math.min(size, Math.floor(client.due))
    state.live.push(createRequest(source, client, { standsFor, state }))
    state.serial += 1
    state.created += standsFor
    client.due -= standsFor
    client.made += standsFor
  }
  return true
}
