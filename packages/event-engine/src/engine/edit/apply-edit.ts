import type { Model } from '../../model.ts'
import { addParts, noteModel } from '../add-parts.ts'
import { rescale } from '../control.ts'
import { planFaults } from '../faults.ts'
import { noteDeliveries, startPooled } from '../pooling.ts'
import type { Run } from '../run.ts'
import { changeLinks } from './change-links.ts'
import { changeNodes } from './change-nodes.ts'
import { changeSources } from './change-sources.ts'
import { changeStations, moveWaiting } from './change-stations.ts'
import { goneFrom, matchParts, newParts } from './match-parts.ts'
import { removeParts } from './remove-parts.ts'

/**
 * Lets a run follow another model from now on. What is the same in both goes on as it was, to the bit; what is gone fails what is in
 * it. No event may be due. `endMs` is how far the run may go.
 */
export function applyEdit(run: Run, next: Model, endMs: number): void {
  const matched = matchParts(run, next)
  const gone = goneFrom(run, matched)
  run.changesOfConditions += 1
  run.model = matched.model
  run.present = matched.present
  addParts(run, newParts(run, matched))
  const instances = changeStations(run, matched)
  const links = changeLinks(run, matched, gone)
  changeNodes(run, matched, gone)
  noteModel(run)
  planFaults(run, matched.model.faults)
  removeParts(run, gone)
  for (const station of run.stations) if (station.isRetired) moveWaiting(run, station)
  for (const [station, count] of instances) rescale(run, station, count)
  noteDeliveries(run)
  for (const link of links) startPooled(run, link)
  changeSources(run, matched, endMs)
}
