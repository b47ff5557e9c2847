import { beginService } from './begin-service.ts'
import { FLAG } from './call-records.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { Station } from './station.ts'
import type { StorageLine } from './storage-line.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND

/** Has a visit that has got its slot wait for its turn at the storage. Gives back whether it waits. */
export function waitForStorage(run: Run, station: Station, record: number): boolean {
  const index = station.model.storage[run.records.classOf(record)]?.line
  if (index === undefined) return false
  const line = station.storageLine(index)
  if (!line.isBusy && !station.isPaused) {
    planTurn(run, station, record)
    return false
  }
  line.add(record, run.now)
  run.records.setStartedAt(record, Number.POSITIVE_INFINITY)
  run.records.mark(record, F.holds)
  station.held.up(run.now)
  station.noteMostQueue()
  if (run.now === run.records.arrivedAtOf(record)) station.waited += 1
  return true
}

/** The next turn of a line, by the number of its station and its own. */
export function takeTurn(run: Run, number: number): Next {
  const station = run.stations[Math.floor(number / LINES)]!
  const line = station.storageLine(number % LINES)
  line.isBusy = false
  if (!station.isPaused) serveLine(run, station, line)
  return K.none
}

/** Goes on after an outage. */
export function resumeStorage(run: Run, station: Station): void {
  for (const line of station.storageLines.values()) if (!line.isBusy) serveLine(run, station, line)
}

function serveLine(run: Run, station: Station, line: StorageLine): void {
  while (!line.isBusy) {
    const record = line.first
    if (record === undefined) return
    station.waitSum += line.remove(record, run.now)
    run.records.unmark(record, F.holds)
    station.held.down(run.now)
    planTurn(run, station, record)
    beginService(run, station, record)
  }
}

/** Takes a visit out of the line that it waits in, if it does. */
export function endWaiting(run: Run, station: Station, record: number): void {
  for (const line of station.storageLines.values()) station.waitSum += line.remove(record, run.now)
}

/** Plans when the line of a visit that begins now is free again. */
function planTurn(run: Run, station: Station, record: number): void {
  const storage = station.model.storage[run.records.classOf(record)]
  if (!storage) return
  station.storageLine(storage.line).isBusy = true
  const number = station.index * LINES + storage.line
  run.events.at(run.now + 1000 / station.operationsPerSecond(storage), K.storageTurn, -1 - number, 0)
}

/** Most lines of a station. */
const LINES = 2
