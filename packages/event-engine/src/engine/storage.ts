import { beginService } from './begin-service.ts'
import { FLAG } from './call-records.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { Station } from './station.ts'

/** Local copies: the compiler inlines constants of the same module, but loads imported ones each time. */
const F = FLAG
const K = KIND

/** Has a visit that has got its slot wait for its turn at the storage. Gives back whether it waits. */
export function waitForStorage(run: Run, station: Station, record: number): boolean {
  const number = station.model.storage[run.records.classOf(record)]?.line
  if (number === undefined) return false
  const line = station.storageLine(number)
  if (run.now >= line.freeAt && !line.isTurnPlanned && !station.isPaused) {
    occupy(run, station, record)
    return false
  }
  line.add(record, run.now)
  run.records.setStartedAt(record, Number.POSITIVE_INFINITY)
  run.records.mark(record, F.holds)
  station.held.up(run.now)
  station.noteMostQueue()
  if (run.now === run.records.arrivedAtOf(record)) station.waited += 1
  if (!station.isPaused) planTurn(run, station, number)
  return true
}

/** The next turn of a line, by the number of its station and its own. */
export function takeTurn(run: Run, number: number): Next {
  const station = run.stations[Math.floor(number / LINES)]!
  station.storageLine(number % LINES).isTurnPlanned = false
  if (!station.isPaused) serveLine(run, station, number % LINES)
  return K.none
}

/** Goes on after an outage. */
export function resumeStorage(run: Run, station: Station): void {
  for (const number of station.storageLines.keys()) serveLine(run, station, number)
}

function serveLine(run: Run, station: Station, number: number): void {
  const line = station.storageLine(number)
  let record = line.first
  for (; record !== undefined && run.now >= line.freeAt; record = line.first) {
    station.waitSum += line.remove(record, run.now)
    run.records.unmark(record, F.holds)
    station.held.down(run.now)
    occupy(run, station, record)
    beginService(run, station, record)
  }
  if (record !== undefined) planTurn(run, station, number)
}

/** Takes a visit out of the line that it waits in, if it does. */
export function endWaiting(run: Run, station: Station, record: number): void {
  for (const line of station.storageLines.values()) station.waitSum += line.remove(record, run.now)
}

/** The line of a visit that begins now is free again after as long as an operation takes. */
function occupy(run: Run, station: Station, record: number): void {
  const storage = station.model.storage[run.records.classOf(record)]
  if (storage) station.storageLine(storage.line).freeAt = run.now + 1000 / station.operationsPerSecond(storage)
}

function planTurn(run: Run, station: Station, number: number): void {
  const line = station.storageLine(number)
  if (line.isTurnPlanned) return
  line.isTurnPlanned = true
  run.events.at(line.freeAt, K.storageTurn, -1 - (station.index * LINES + number), 0)
}

/** Most lines of a station. */
const LINES = 2
