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
  station.started += 1
  if (run.tracer !== null) run.tracer.started(record)
  advance(station, now)
  records.setStartedAt(record, jobs.served)
  jobs.add(jobs.virtual + needed, record)
  noteWork(station, now)
  if (jobs.size > station.slots) station.waited += 1
  scheduleEnd(run, station)
}

/** Removes the requests that are done, and keeps them as those that ended; schedules the next end. */
export function endShared(run: Run, station: Station): void {
  const { records, now } = run
  const jobs = jobsOf(station)
  if (jobs.endDueAt <= now) jobs.endDueAt = Number.POSITIVE_INFINITY
  advance(station, now)
  jobs.endedCount = 0
  // Less than the resolution of the clock counts as done.
  const least = 1e-9 + now * 1e-15
  while (jobs.size > 0 && !station.isPaused && jobs.firstDone - jobs.virtual <= least) {
    const record = jobs.firstRecord
    jobs.removeFirst()
    noteServed(run, station, record)
    records.setState(record, STATE.underWay)
    jobs.noteEnded(record)
  }
  noteWork(station, now)
  scheduleEnd(run, station)
}

/** Removes a request before it is done; the time of a core that it had counts as service. */
export function leaveShared(run: Run, station: Station, record: number): void {
  changePace(run, station, () => {
    jobsOf(station).remove(record)
    noteServed(run, station, record)
  })
}

/** Notes the time of a core that a request had; it waited for the rest. */
function noteServed({ records, now }: Run, station: Station, record: number): void {
  const ms = jobsOf(station).served - records.startedAtOf(record)
  station.serviceSum += ms
  station.waitSum += Math.max(0, now - records.arrivedAtOf(record) - ms)
}

/** Changes the pace of a station (its slots, its slowness, an outage) from now on. */
export function changePace(run: Run, station: Station, change: () => void): void {
  if (station.shared === null) {
    change()
    return
  }
  advance(station, run.now)
  change()
  noteWork(station, run.now)
  scheduleEnd(run, station)
}

function noteWork(station: Station, now: number): void {
  const { size } = jobsOf(station)
  const cores = Math.min(size, station.slots)
  station.busy.to(cores, now)
  station.beyondCores?.to(size - cores, now)
  if (size > cores) station.noteMostQueue()
}

const advance = (station: Station, now: number): void => jobsOf(station).advance(now, paceOf(station), shareOf(station))

/** Work per request and ms. */
const paceOf = (station: Station): number => (station.isPaused ? 0 : shareOf(station) / station.slowness)

/** Share of a core that each request has, also while its work is suspended. */
const shareOf = (station: Station): number => Math.min(1, station.slots / Math.max(1, jobsOf(station).size))

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
