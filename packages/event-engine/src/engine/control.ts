import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Fault, Health, InFlight, Scaling } from '../model.ts'
import { Autoscaler } from '../rules/autoscaler.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Link } from './link.ts'
import type { Place } from './place.ts'
import { KIND, type Run } from './run.ts'
import { changePace } from './sharing.ts'
import type { Station } from './station.ts'
import { fail, startWaiting, stopServing } from './visits.ts'

/** Plans all that happens beside the requests: control loops, health checks, faults. */
export function planControls(run: Run): void {
  for (const station of run.stations) if (station.model.scaling) planScaling(run, station, station.model.scaling)
  for (const place of run.places) if (place.model.health) planHealthChecks(run, place, place.model.health)
  for (const fault of run.model.faults) planFault(run, fault)
}

function planScaling(run: Run, station: Station, scaling: Scaling): void {
  const autoscaler = new Autoscaler(scaling)
  const { slots, admission } = station.model
  let [before, onTheWay] = [0, 0]
  const areaOf = () =>
    scaling.metric === 'slots' ? station.working.sinceStart(run.now) : station.inSystem.sinceStart(run.now)
  const perInstance = scaling.metric === 'admission' ? admission : slots
  run.repeat(scaling.syncMs, scaling.syncMs, (now) => {
    const area = areaOf()
    const use = (area - before) / (scaling.syncMs * perInstance * station.instances.count)
    before = area
    const total = station.instances.count + onTheWay
    const wanted = autoscaler.decide({ nowMs: now, ready: station.instances.count, total, use })
    if (wanted < total)
      rescale(run, station, station.instances.count - Math.min(total - wanted, station.instances.count - 1))
    if (wanted <= total) return
    const added = wanted - total
    onTheWay += added
    run.plan(now + scaling.readyMs, () => {
      onTheWay -= added
      rescale(run, station, station.instances.count + added)
    })
  })
}

function rescale(run: Run, station: Station, instances: number): void {
  changePace(run, station, () => station.scale(instances, run.now))
  startWaiting(run, station)
}

function planHealthChecks(
  run: Run,
  place: Place,
  { intervalMs, timeoutMs, unhealthyAfter, healthyAfter }: Health,
): void {
  const check = (link: Link) => {
    const isUp = run.places[link.target]!.isUp && !link.isCut
    link.healthStreak = isUp ? Math.max(0, link.healthStreak) + 1 : Math.min(0, link.healthStreak) - 1
    if (link.healthStreak === -unhealthyAfter) run.plan(run.now + timeoutMs, () => takeOut(link))
    if (link.healthStreak >= healthyAfter) link.isOut = false
  }
  const takeOut = (link: Link) => {
    link.isOut = link.healthStreak < 0
  }
  run.repeat(intervalMs, intervalMs, () => place.targets.forEach(check))
}

const FAULTS: { readonly [K in Fault['kind']]: (run: Run, fault: Extract<Fault, { kind: K }>) => void } = {
  outage(run, { node, fromMs, forMs, inFlight }) {
    const place = run.places[node]!
    run.plan(fromMs, () => goDown(run, place, inFlight))
    run.plan(fromMs + Math.min(forMs, place.model.outageMs), () => comeUp(run, place))
  },
  breakdowns(run, { node, meanUpMs, meanDownMs, inFlight }) {
    const place = run.places[node]!
    const after = (mean: number, change: () => void) =>
      run.plan(run.now + mean * run.streams.exponential(place.breakdownStream), change)
    const down = () => {
      goDown(run, place, inFlight)
      after(Math.min(meanDownMs, place.model.outageMs), up)
    }
    const up = () => {
      comeUp(run, place)
      after(meanUpMs, down)
    }
    after(meanUpMs, down)
  },
  slow(run, { node, fromMs, forMs, factor }) {
    const stations = run.stations.filter(({ model }) => model.node === node)
    const slowTo = (slowness: (station: Station) => number) => () => {
      for (const station of stations) {
        changePace(run, station, () => {
          station.slowness = slowness(station)
        })
      }
    }
    run.plan(
      fromMs,
      slowTo((station) => station.slowness * factor),
    )
    run.plan(
      fromMs + forMs,
      slowTo((station) => station.slowness / factor),
    )
  },
  cut(run, { link: index, fromMs, forMs }) {
    const link = run.links[index]!
    run.plan(fromMs, () => {
      link.isCut = true
    })
    run.plan(fromMs + forMs, () => {
      link.isCut = false
    })
  },
  cold(run, { node, fromMs, forMs }) {
    const place = run.places[node]!
    run.plan(fromMs, () => {
      place.isCold = true
    })
    run.plan(fromMs + forMs, () => {
      place.isCold = false
    })
  },
}

const planFault = (run: Run, fault: Fault): void => FAULTS[fault.kind](run, fault as never)

function goDown(run: Run, place: Place, inFlight: InFlight): void {
  if (!place.isUp) return
  place.goDown(run.now)
  const stations = run.stations.filter(({ model }) => model.node === place.index)
  if (inFlight === 'resume') {
    for (const station of stations) {
      changePace(run, station, () => {
        station.isPaused = true
        station.pausedAt = run.now
      })
    }
    return
  }
  place.isDown = true
  failAllAt(run, stations)
}

function comeUp(run: Run, place: Place): void {
  if (place.isUp) return
  place.comeUp(run.now)
  place.isDown = false
  for (const station of run.stations) {
    if (station.model.node !== place.index || !station.isPaused) continue
    changePace(run, station, () => {
      station.isPaused = false
      station.outageTotals.push(station.outageTotals.at(-1)! + run.now - station.pausedAt)
    })
    for (const { record, generation, leftMs } of station.suspended.splice(0)) {
      if (run.records.generationOf(record) !== generation) continue
      run.records.setOutages(record, station.outageTotals.length - 1)
      run.events.at(run.now + leftMs, KIND.served, record, generation)
    }
    startWaiting(run, station)
  }
}

/** What is at a station that crashes fails: those who wait and those it works on. */
function failAllAt(run: Run, stations: readonly Station[]): void {
  const { records } = run
  const crashed = new Set(stations.map(({ index }) => index))
  for (let record = 0; record < records.made; record += 1) {
    const state = records.stateOf(record)
    const isAtWork = state === STATE.serving || state === STATE.queued
    if (!isAtWork || !crashed.has(records.stationOf(record))) continue
    crash(run, record, run.stations[records.stationOf(record)]!)
  }
}

/** The record goes on under another number, since its events, and the lists it stands in, know the old one. */
function crash(run: Run, record: number, station: Station): void {
  const { records } = run
  const heir = records.take()
  records.copy(record, heir)
  records.setState(heir, STATE.underWay)
  if (records.stateOf(record) === STATE.queued) {
    station.noteTime(run.now)
    station.queued.down(run.now)
    records.setState(record, STATE.dropped)
    records.keepOnly(record, 0)
    records.setCaller(record, NONE)
    records.endLife(record)
    records.unmark(heir, FLAG.hasSlot)
  } else {
    stopServing(run, record, station)
    records.giveBack(record)
  }
  const next = fail(run, heir, EVENT_FAILURES.nodeDown)
  if (next !== KIND.none) run.soon(next, heir)
}
