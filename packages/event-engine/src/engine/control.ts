import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Fault, Health, InFlight, Scaling } from '../model.ts'
import { Autoscaler } from '../rules/autoscaler.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import type { Link } from './link.ts'
import { KIND, type Run } from './run.ts'
import type { RunningNode } from './running-node.ts'
import { changePace } from './sharing.ts'
import type { Station } from './station.ts'
import { fail, startWaiting, stopServing } from './visits.ts'

/** Schedules control loops, health checks and faults. */
export function planControls(run: Run): void {
  for (const station of run.stations) if (station.model.scaling) planScaling(run, station, station.model.scaling)
  for (const node of run.nodes) if (node.model.health) planHealthChecks(run, node, node.model.health)
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
  node: RunningNode,
  { intervalMs, timeoutMs, unhealthyAfter, healthyAfter }: Health,
): void {
  const check = (link: Link) => {
    const isUp = run.nodes[link.target]!.isUp && !link.isCut
    link.healthStreak = isUp ? Math.max(0, link.healthStreak) + 1 : Math.min(0, link.healthStreak) - 1
    if (link.healthStreak === -unhealthyAfter) run.plan(run.now + timeoutMs, () => remove(link))
    if (link.healthStreak >= healthyAfter) link.isOut = false
  }
  const remove = (link: Link) => {
    link.isOut = link.healthStreak < 0
  }
  run.repeat(intervalMs, intervalMs, () => node.targets.forEach(check))
}

const FAULTS: { readonly [K in Fault['kind']]: (run: Run, fault: Extract<Fault, { kind: K }>) => void } = {
  outage(run, { node: index, fromMs, forMs, inFlight }) {
    const node = run.nodes[index]!
    run.plan(fromMs, () => goDown(run, node, inFlight))
    run.plan(fromMs + Math.min(forMs, node.model.outageMs), () => goUp(run, node))
  },
  breakdowns(run, { node: index, meanUpMs, meanDownMs, inFlight }) {
    const node = run.nodes[index]!
    const after = (mean: number, change: () => void) =>
      run.plan(run.now + mean * run.streams.exponential(node.breakdownStream), change)
    const down = () => {
      goDown(run, node, inFlight)
      after(Math.min(meanDownMs, node.model.outageMs), up)
    }
    const up = () => {
      goUp(run, node)
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
  cold(run, { node: index, fromMs, forMs }) {
    const node = run.nodes[index]!
    run.plan(fromMs, () => {
      node.isCold = true
    })
    run.plan(fromMs + forMs, () => {
      node.isCold = false
    })
  },
}

const planFault = (run: Run, fault: Fault): void => FAULTS[fault.kind](run, fault as never)

function goDown(run: Run, node: RunningNode, inFlight: InFlight): void {
  if (!node.isUp) return
  node.goDown(run.now)
  const stations = run.stations.filter(({ model }) => model.node === node.index)
  if (inFlight === 'resume') {
    for (const station of stations) {
      changePace(run, station, () => {
        station.isPaused = true
        station.pausedAt = run.now
      })
    }
    return
  }
  node.isDown = true
  failAllAt(run, stations)
}

function goUp(run: Run, node: RunningNode): void {
  if (node.isUp) return
  node.goUp(run.now)
  node.isDown = false
  for (const station of run.stations) {
    if (station.model.node !== node.index || !station.isPaused) continue
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

/** Fails the requests that wait or are in service at stations that crash. */
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

/** Continues under a new record, since pending events and queues refer to the old one. */
function crash(run: Run, record: number, station: Station): void {
  const { records } = run
  const successor = records.take()
  records.copy(record, successor)
  const path = run.messagePaths.get(record)
  if (path) run.messagePaths.set(successor, path)
  records.setState(successor, STATE.underWay)
  if (records.stateOf(record) === STATE.queued) {
    station.noteTime(run.now)
    station.queued.down(run.now)
    records.setState(record, STATE.dropped)
    records.keepOnly(record, 0)
    records.setCaller(record, NONE)
    records.endLife(record)
    records.unmark(successor, FLAG.hasSlot)
  } else {
    stopServing(run, record, station)
    records.giveBack(record)
  }
  const next = fail(run, successor, EVENT_FAILURES.nodeDown)
  if (next !== KIND.none) run.soon(next, successor)
}
