import { STATE } from './call-records.ts'
import { KIND, type Run } from './run.ts'
import type { SharedJobs } from './shared-jobs.ts'
import type { Station } from './station.ts'

/** Starts the service of a request at a processor-sharing station. */
export function joinShared(run: Run, station: Station, record: number): void {
  const { records, now } = run
  const jobs = jobsOf(station)
  const link = run.links[records.linkOf(record)]!
  const needed = station.serviceMs(records.classOf(record), now, link.serviceFactor, link.serviceMs)
  records.setState(record, STATE.serving)
  records.setStartedAt(record, needed)
  station.started += 1
  if (run.tracer !== null) run.tracer.started(record, now)
  jobs.advance(now, paceOf(station))
  jobs.add(jobs.virtual + needed, record, records.generationOf(record))
  noteWork(station, now)
  scheduleEnd(run, station)
}

/** Removes the requests that are done, and keeps them as those that ended; schedules the next end. */
export function endShared(run: Run, station: Station): void {
  const { records, now } = run
  const jobs = jobsOf(station)
  if (jobs.endDueAt <= now) jobs.endDueAt = Number.POSITIVE_INFINITY
  jobs.advance(now, paceOf(station))
  jobs.endedCount = 0
  // Less than the resolution of the clock counts as done.
  const least = 1e-9 + now * 1e-15
  while (jobs.size > 0 && !station.isPaused && jobs.firstDone - jobs.virtual <= least) {
    const record = jobs.firstRecord
    jobs.removeFirst()
    const needed = records.startedAtOf(record)
    station.serviceSum += needed
    station.waitSum += Math.max(0, now - records.arrivedAtOf(record) - needed)
    records.setState(record, STATE.underWay)
    jobs.noteEnded(record)
  }
  noteWork(station, now)
  scheduleEnd(run, station)
}

/** Removes a request before it is done; the work done counts as service. */
export function leaveShared(run: Run, station: Station, record: number): void {
  const { records, now } = run
  changePace(run, station, () => {
    const jobs = jobsOf(station)
    const done = records.startedAtOf(record) - (jobs.remove(record) - jobs.virtual)
    station.serviceSum += done
    station.waitSum += Math.max(0, now - records.arrivedAtOf(record) - done)
  })
}

/** Changes the pace of a station (its slots, its slowness, an outage) from now on. */
export function changePace(run: Run, station: Station, change: () => void): void {
  const { shared } = station
  shared?.advance(run.now, paceOf(station))
  change()
  if (shared === null) return
  noteWork(station, run.now)
  scheduleEnd(run, station)
}

function noteWork(station: Station, now: number): void {
  const { size } = jobsOf(station)
  const cores = Math.min(size, station.slots)
  station.busy.to(cores, now)
  station.beyondCores?.to(size - cores, now)
}

/** Work per request and ms. */
function paceOf(station: Station): number {
  if (station.isPaused) return 0
  return Math.min(1, station.slots / Math.max(1, jobsOf(station).size)) / station.slowness
}

/** Schedules the end of the first request, unless an earlier event will do so. */
function scheduleEnd(run: Run, station: Station): void {
  const jobs = jobsOf(station)
  const pace = paceOf(station)
  if (jobs.size === 0 || pace === 0) return
  const due = run.now + Math.max(0, jobs.firstDone - jobs.virtual) / pace
  if (due >= jobs.endDueAt) return
  jobs.endDueAt = due
  run.events.at(due, KIND.sharedServed, -1 - station.index, 0)
}

const jobsOf = (station: Station): SharedJobs => station.shared as SharedJobs
