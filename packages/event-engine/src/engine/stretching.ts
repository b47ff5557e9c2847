import { NONE, STATE } from './call-records.ts'
import { KIND, type OutdatedEnds, type Run } from './run.ts'
import type { Station } from './station.ts'

/** What is in service first come, first served, takes `factor` times as long from now on. Its ends are scheduled anew. */
export function stretchServices(run: Run, station: Station, factor: number): void {
  if (factor === 1 || station.shared !== null) return
  const { records, now } = run
  const suspended = station.suspended.splice(0)
  station.suspended.push(...suspended.map(({ leftMs, ...service }) => ({ ...service, leftMs: leftMs * factor })))
  // By their numbers, since the order of pending events depends on where they are kept.
  const inOrder = [...run.events.duesOf(KIND.served)].sort(([one], [other]) => one - other)
  for (const [record, dues] of inOrder) {
    if (records.stateOf(record) !== STATE.serving || records.stationOf(record) !== station.index) continue
    const generation = records.generationOf(record)
    const due = countingOf(run, record, dues)
    if (due === undefined) continue
    const leftMs = (due + station.leftAfterOutages(records.outagesOf(record), now) - now) * factor
    outdatedOf(run, record).times.push(due)
    records.setOutages(record, station.outages)
    if (station.isPaused) station.suspended.push({ record, generation, leftMs })
    else run.events.at(now + leftMs, KIND.served, record, generation)
  }
}

/** The end that counts; undefined: the service is suspended. */
function countingOf(run: Run, record: number, dues: readonly number[]): number | undefined {
  const left = [...dues]
  for (const time of outdatedOf(run, record).times) if (left.includes(time)) left.splice(left.indexOf(time), 1)
  return left[0]
}

function outdatedOf({ outdatedEnds, records }: Run, record: number): OutdatedEnds {
  const generation = records.generationOf(record)
  const known = outdatedEnds.get(record)
  if (known?.generation === generation) return known
  const none = { generation, times: [] }
  outdatedEnds.set(record, none)
  return none
}

/** Whether the end of a service that is due now does not count any more. */
export function isOutdated(run: Run, record: number): boolean {
  const known = run.outdatedEnds.get(record)
  if (known === undefined) return false
  const at = known.generation === run.records.generationOf(record) ? known.times.indexOf(run.now) : NONE
  if (at >= 0) known.times.splice(at, 1)
  if (at < 0 || known.times.length > 0) return at >= 0
  run.outdatedEnds.delete(record)
  return true
}
