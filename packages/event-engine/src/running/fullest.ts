import { fullestOf, PLACES, type Places } from '@plimsoll/simulation'
import { type Station, share } from '../engine/station.ts'
import { type StationSums, stationTimes } from './run-sums.ts'

/** What of a node is taken the most, means over a window, and the share of the slots that work, 0 to 1; NaN: they have no limit. */
export interface Fullest {
  readonly taken: number
  readonly slots: number
  readonly working: number
  readonly places: Places
}

interface Window {
  /** Of the node. */
  readonly id: string
  readonly now: number
  readonly spanMs: number
  /** Of the same stations when the window began. */
  readonly before: readonly StationSums[]
}

/** What of a node's stations is taken the most, null where nobody waits for it; the share of all their slots that work, 0 to 1; and the requests there. */
export function useOf(
  stations: readonly Station[],
  { id, now, spanMs, before }: Window,
): { readonly fullest: Fullest | null; readonly working: number; readonly present: number } {
  const candidates: Fullest[] = []
  let workingMs = 0
  let slotMs = 0
  let presentMs = 0
  for (const [index, station] of stations.entries()) {
    const sums = stationTimes(station, now)
    const rise = (of: keyof typeof sums) => sums[of] - (before[index]?.[of] ?? 0)
    const slots = rise('slotMs') / spanMs
    const working = slots < Number.POSITIVE_INFINITY ? share(rise('workingMs'), rise('slotMs')) : Number.NaN
    // Only one of several has a name of its own.
    const places = stations.length > 1 ? placesOf(station.model.key.slice(id.length + 1)) : 'slots'
    candidates.push({ taken: rise('takenMs') / spanMs, slots, working, places })
    if (station.isBoundByPlaces)
      candidates.push({
        taken: rise('presentMs') / spanMs,
        slots: rise('placeMs') / spanMs,
        working,
        places: 'requests',
      })
    workingMs += rise('workingMs')
    slotMs += rise('slotMs')
    presentMs += rise('presentMs')
  }
  return {
    fullest: spanMs > 0 ? fullestOf(candidates) : null,
    working: share(workingMs, slotMs),
    present: spanMs > 0 ? presentMs / spanMs : 0,
  }
}

const placesOf = (name: string): Places => PLACES.find((one) => one === `slots for ${name}`) ?? 'slots'
