/* As engine/sharing.ts and engine/shared-jobs.ts. */

import { at, soon } from './events'
import * as js from './hooks'
import { K_none, K_sharedServed, S_serving, S_underWay } from './numbers'
import { JobsRow, LevelRow, StationRow } from './rows'
import { INF, classOf, grown, linkAt, row, run, setState, stationAt } from './state'
import { traceStarted } from './tracing'
import { endService, noteMostQueue, serviceMs } from './visits'

@inline export function doneAt(jobs: JobsRow, position: i32): f64 {
  return load<f64>(<usize>jobs.done + (<usize>position << 3))
}

@inline export function jobAt(jobs: JobsRow, position: i32): i32 {
  return load<i32>(<usize>jobs.record + (<usize>position << 2))
}

@inline export function setJob(jobs: JobsRow, position: i32, done: f64, record: i32): void {
  store<f64>(<usize>jobs.done + (<usize>position << 3), done)
  store<i32>(<usize>jobs.record + (<usize>position << 2), record)
}

export function addJob(jobs: JobsRow, done: f64, record: i32): void {
  if (jobs.size == jobs.room) {
    const larger = jobs.room == 0 ? 16 : jobs.room * 2
    jobs.done = <i32>grown(jobs.done, jobs.room * 8, larger * 8)
    jobs.record = <i32>grown(jobs.record, jobs.room * 4, larger * 4)
    jobs.ended = <i32>grown(jobs.ended, jobs.room * 4, larger * 4)
    jobs.room = larger
  }
  let position = jobs.size
  jobs.size += 1
  while (position > 0) {
    const parent = (position - 1) >> 1
    if (doneAt(jobs, parent) <= done) break
    setJob(jobs, position, doneAt(jobs, parent), jobAt(jobs, parent))
    position = parent
  }
  setJob(jobs, position, done, record)
}

export function removeJobAt(jobs: JobsRow, from: i32): void {
  jobs.size -= 1
  const last = jobs.size
  if (from == last) return
  const done = doneAt(jobs, last)
  const record = jobAt(jobs, last)
  let position = from
  while (true) {
    let child = position * 2 + 1
    if (child >= last) break
    if (child + 1 < last && doneAt(jobs, child + 1) < doneAt(jobs, child)) child += 1
    if (doneAt(jobs, child) >= done) break
    setJob(jobs, position, doneAt(jobs, child), jobAt(jobs, child))
    position = child
  }
  for (let parent = (position - 1) >> 1; position > 0 && doneAt(jobs, parent) > done; parent = (position - 1) >> 1) {
    setJob(jobs, position, doneAt(jobs, parent), jobAt(jobs, parent))
    position = parent
  }
  setJob(jobs, position, done, record)
}

@inline export function jobsOf(station: StationRow): JobsRow {
  return changetype<JobsRow>(station.jobs)
}

@inline export function shareOf(station: StationRow): f64 {
  return min<f64>(1, station.slots / <f64>max<i32>(1, jobsOf(station).size))
}

@inline export function paceOf(station: StationRow): f64 {
  return station.isPaused != 0 ? 0 : shareOf(station) / station.slowness
}

export function advanceJobs(station: StationRow): void {
  const jobs = jobsOf(station)
  const pace = paceOf(station), share = shareOf(station)
  jobs.virtual += (run.now - jobs.virtualAt) * pace
  jobs.served += (run.now - jobs.virtualAt) * share
  jobs.virtualAt = run.now
}

export function noteWork(station: StationRow): void {
  const size = jobsOf(station).size
  const cores = min<f64>(<f64>size, station.slots)
  levelToFloat(station.busy, cores)
  levelToFloat(station.beyondCores, <f64>size - cores)
  if (<f64>size > cores) noteMostQueue(station)
}

export function levelToFloat(level: i32, to: f64): void {
  const l = changetype<LevelRow>(level)
  l.balance -= (to - <f64>l.count) * run.now
  l.count = <i32>to
}

export function scheduleEnd(station: StationRow): void {
  const jobs = jobsOf(station)
  const pace = paceOf(station)
  if (jobs.size == 0 || pace == 0) return
  const dueAt = run.now + max<f64>(0, doneAt(jobs, 0) - jobs.virtual) / pace
  if (dueAt >= jobs.endDueAt) return
  jobs.endDueAt = dueAt
  at(dueAt, K_sharedServed, -1 - station.index, 0)
}

export function joinShared(station: StationRow, record: i32): void {
  const jobs = jobsOf(station)
  const link = linkAt(row(record).link)
  if (station.hasColdStart != 0) return js.joinShared(record, station.index)
  const needed = serviceMs(station, classOf(record), link.serviceFactor, link.serviceMs)
  setState(record, S_serving)
  station.started += 1
  if (run.isTraced != 0) traceStarted(record)
  advanceJobs(station)
  row(record).startedAt = jobs.served
  addJob(jobs, jobs.virtual + needed, record)
  noteWork(station)
  if (<f64>jobs.size > station.slots) station.waited += 1
  scheduleEnd(station)
}

export function serveShared(index: i32): i32 {
  const station = stationAt(index)
  const jobs = jobsOf(station)
  const now = run.now
  if (jobs.endDueAt <= now) jobs.endDueAt = INF
  advanceJobs(station)
  jobs.endedCount = 0
  const least = 1e-9 + now * 1e-15
  while (jobs.size > 0 && station.isPaused == 0 && doneAt(jobs, 0) - jobs.virtual <= least) {
    const record = jobAt(jobs, 0)
    removeJobAt(jobs, 0)
    const r = row(record)
    const ms = jobs.served - r.startedAt
    station.serviceSum += ms
    station.waitSum += max<f64>(0, now - r.arrivedAt - ms)
    setState(record, S_underWay)
    store<i32>(<usize>jobs.ended + (<usize>jobs.endedCount << 2), record)
    jobs.endedCount += 1
  }
  noteWork(station)
  scheduleEnd(station)
  for (let ended = 0; ended < jobs.endedCount; ended++) {
    const record = load<i32>(<usize>jobs.ended + (<usize>ended << 2))
    const follows = endService(station, record)
    if (follows != K_none) soon(follows, record)
  }
  return K_none
}
