import type { StationModel } from '../../model.ts'
import { FLAG, NONE, STATE } from '../call-records.ts'
import { planScaling } from '../control.ts'
import { KIND, type Run } from '../run.ts'
import type { Station } from '../station.ts'
import { enter } from '../visits.ts'
import { kept } from './kept.ts'
import type { Matched } from './match-parts.ts'

/** Lets the stations of a run follow their models. Returns how many instances those have that changed: they are still to be scaled. */
export function changeStations(run: Run, { model, stations }: Matched): ReadonlyMap<Station, number> {
  const instances = new Map<Station, number>()
  for (const [index, position] of stations.entries()) {
    const station = run.stations[position]!
    const before = station.model
    const next = kept(before, model.stations[index]!)
    // A new one has its model already.
    if (before === model.stations[index]) begin(run, station)
    else if (next !== before || station.isRetired) {
      instances.set(station, instancesOf(station, next))
      station.follow(next, run.now)
      if (next.scaling !== before.scaling) planScaling(run, station)
    }
  }
  const present = new Set(stations)
  for (const station of run.stations) if (!present.has(station.index)) station.retire(run.now)
  return instances
}

function begin(run: Run, station: Station): void {
  const sibling = run.stations.find(({ index, model }) => index < station.index && model.node === station.model.node)
  if (sibling !== undefined) station.shareFaults(sibling, run.now)
  planScaling(run, station)
}

/** One that scales itself keeps the instances that it has, within its limits, unless their number was set. */
function instancesOf(
  { model: before, instances, isRetired }: Station,
  { instances: set, scaling }: StationModel,
): number {
  if (scaling === null) return set
  const isSet = isRetired || set !== before.instances || before.scaling === null
  return Math.min(scaling.max, Math.max(scaling.min, isSet ? set : instances.count))
}

/** Those who wait at a station that gets no requests any more wait at the one that stands for it. */
export function moveWaiting(run: Run, station: Station): void {
  const { records, now } = run
  const waiting: number[] = []
  for (let record = station.head; record !== NONE; record = records.nextOf(record)) waiting.push(record)
  station.head = station.tail = NONE
  for (const record of waiting) {
    if (records.stateOf(record) === STATE.dropped) {
      records.giveBack(record)
      continue
    }
    station.leave(now)
    station.queued.down(now)
    station.arrived -= 1
    station.waited -= 1
    records.unmark(record, FLAG.atStation)
    records.setStation(record, NONE)
    records.setState(record, STATE.underWay)
    const { stationOf, target } = run.links[records.linkOf(record)]!
    const index = (stationOf ?? run.nodes[target]!.stationOf)[records.classOf(record)]!
    if (index === NONE) run.soon(KIND.advance, record)
    else enter(run, run.stations[index]!, record)
  }
}
