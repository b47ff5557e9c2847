import { EVENT_FAILURES } from '../failure-reasons.ts'
import type { Fault } from '../model.ts'
import { FLAG, NONE, STATE } from './call-records.ts'
import { cutLines } from './crossing.ts'
import { instancesUp, noteInstances } from './instance-changes.ts'
import { unqueue } from './pooling.ts'
import { KIND, type Next, type Run } from './run.ts'
import type { OutageKind, RunningNode } from './running-node.ts'
import { changePace } from './sharing.ts'
import type { Station } from './station.ts'
import { resumeStorage } from './storage.ts'
import { stretchServices } from './stretching.ts'
import { vanish } from './vanishing.ts'
import { dropQueued, fail, leaveStation, startWaiting, stopServing } from './visits.ts'

/*
 * Faults as they happen. Several may go on at once: what they do lasts until the last of them is over.
 */

/** Ends a fault that goes on, or that is still to begin. */
type EndFault = () => void

type Planner<K extends Fault['kind']> = (run: Run, fault: Extract<Fault, { kind: K }>) => EndFault

/** Lets a fault happen, as far as its time is not over. */
const planFault = (run: Run, fault: Fault): EndFault => FAULTS[fault.kind](run, fault as never)

/** Lets exactly these faults happen from now on: those that are not among them end. */
export function planFaults(run: Run, faults: readonly Fault[]): void {
  const left = [...run.faults]
  run.faults = faults.map((fault) => {
    const key = JSON.stringify({ ...fault, planned: 0 })
    const same = left.findIndex((one) => one.key === key)
    return same < 0 ? { key, end: planFault(run, fault) } : left.splice(same, 1)[0]!
  })
  for (const { end } of left) end()
}

const FAULTS: { readonly [K in Fault['kind']]: Planner<K> } = {
  outage(run, { node: index, instance, fromMs, forMs, inFlight, mode }) {
    const node = run.nodes[index]!
    if (forMs <= 0) return () => {}
    const kind = inFlight === 'resume' ? 'pause' : mode === 'hang' ? 'hang' : 'fail'
    return during(run, { fromMs, forMs }, (isOn) => {
      if (instance !== null) changeInstance(run, node, { instance, kind, isOn })
      else if (isOn) goDown(run, node, kind)
      else goUp(run, node, kind)
    })
  },
  breakdowns(run, { node, others, meanUpMs, meanDownMs, mostDownMs, inFlight }) {
    const struck = [{ node, mostDownMs }, ...others].filter((one) => one.mostDownMs > 0)
    const stream = run.nodes[node]!.breakdownStream
    const kind = inFlight === 'resume' ? 'pause' : 'fail'
    const down = new Set<number>()
    let isOver = false
    const after = (ms: number, change: () => void) =>
      run.plan(run.now + ms, () => {
        if (!isOver) change()
      })
    const breakDown = () => {
      const repairMs = meanDownMs * run.streams.exponential(stream)
      for (const one of struck) {
        down.add(one.node)
        goDown(run, run.nodes[one.node]!, kind)
        after(Math.min(one.mostDownMs, repairMs), () => recover(one.node))
      }
    }
    const recover = (one: number) => {
      down.delete(one)
      goUp(run, run.nodes[one]!, kind)
      if (down.size === 0) after(meanUpMs * run.streams.exponential(stream), breakDown)
    }
    if (struck.length > 0) after(meanUpMs * run.streams.exponential(stream), breakDown)
    return () => {
      isOver = true
      for (const one of down) goUp(run, run.nodes[one]!, kind)
    }
  },
  slow(run, { node, factor, ...span }) {
    return during(run, span, (isOn) => {
      for (const station of stationsOf(run, node)) {
        const before = station.slowness
        changePace(run, station, () => {
          change(station.slowFactors, factor, isOn)
          station.slowness = station.slowFactors.reduce((product, one) => product * one, 1)
        })
        stretchServices(run, station, station.slowness / before)
      }
    })
  },
  cut(run, { link: index, mode, ...span }) {
    const link = run.links[index]!
    return during(run, span, (isOn) => {
      link.cut(mode, isOn ? 1 : -1)
      if (isOn) cutLines(run, link)
    })
  },
  lose(run, { link: index, share, ...span }) {
    const link = run.links[index]!
    return during(run, span, (isOn) => {
      change(link.lostShares, share, isOn)
      link.noteLostShares()
    })
  },
  cold(run, { node: index, ...span }) {
    const node = run.nodes[index]!
    return during(run, span, (isOn) => {
      node.colds += isOn ? 1 : -1
      node.items?.empty()
    })
  },
}

function during(
  run: Run,
  { fromMs, forMs }: { readonly fromMs: number; readonly forMs: number },
  turn: (isOn: boolean) => void,
): EndFault {
  let isOn = false
  let isOver = fromMs + forMs < run.now
  if (isOver) return () => {}
  const turnTo = (on: boolean) => {
    if (isOver || on === isOn) return
    isOn = on
    run.changesOfConditions += 1
    turn(on)
  }
  run.plan(Math.max(fromMs, run.now), () => turnTo(true))
  run.plan(fromMs + forMs, () => turnTo(false))
  return () => {
    turnTo(false)
    isOver = true
  }
}

/** Adds a value to a list, or removes it once. */
function change(list: number[], value: number, isAdded: boolean): void {
  if (isAdded) list.push(value)
  else list.splice(list.indexOf(value), 1)
}

const stationsOf = (run: Run, node: number): readonly Station[] =>
  run.stations.filter(({ model }) => model.node === node)

function goDown(run: Run, node: RunningNode, kind: OutageKind): void {
  const isFirst = node.outages[kind] === 0
  const before = instancesUp(run, node.index)
  node.noteOutage(kind, 1)
  noteInstances(run, node.index, before)
  if (!isFirst) return
  const stations = stationsOf(run, node.index)
  if (kind !== 'pause') {
    for (const station of stations) if (kind === 'hang') emptyQueue(run, station)
    crashAll(run, visitsAt(run, stations), kind)
    return
  }
  for (const station of stations) {
    changePace(run, station, () => {
      station.isPaused = true
      station.pausedAt = run.now
    })
  }
}

function goUp(run: Run, node: RunningNode, kind: OutageKind): void {
  const before = instancesUp(run, node.index)
  node.noteOutage(kind, -1)
  noteInstances(run, node.index, before)
  if (kind !== 'pause' || node.outages.pause > 0) return
  for (const station of stationsOf(run, node.index)) {
    changePace(run, station, () => station.resume(run.now))
    for (const { record, generation, leftMs } of station.suspended.splice(0)) {
      if (run.records.generationOf(record) !== generation) continue
      run.records.setOutages(record, station.outages)
      run.events.at(run.now + leftMs, KIND.served, record, generation)
    }
    resumeStorage(run, station)
    startWaiting(run, station)
  }
}

/** Takes an instance out, with its part of what is in service there, or back. Who waits, waits for any of them. */
function changeInstance(
  run: Run,
  node: RunningNode,
  { instance, kind, isOn }: { readonly instance: number; readonly kind: OutageKind; readonly isOn: boolean },
): void {
  const upBefore = instancesUp(run, node.index)
  if (kind === 'hang') node.hangingInstances += isOn ? 1 : -1
  for (const station of stationsOf(run, node.index)) {
    const faults = (station.instancesOut.get(instance) ?? 0) + (isOn ? 1 : -1)
    const before = station.copiesUp
    const isRunning = instance <= station.copies
    const hit = isOn && isRunning && faults === 1 && kind !== 'pause' ? visitsAt(run, [station]) : []
    const served = hit.filter((record) => run.records.stateOf(record) !== STATE.queued)
    station.isLimited = true
    changePace(run, station, () => {
      station.noteOut(instance, faults)
      station.scale(station.instances.count, run.now)
    })
    crashAll(
      run,
      served.filter((_, position) => position % before === instance % before),
      kind,
    )
    startWaiting(run, station)
  }
  noteInstances(run, node.index, upBefore)
}

/** All that wait, are in service or hold a slot for a call there. */
function visitsAt({ records }: Run, stations: readonly Station[]): readonly number[] {
  const wanted = new Set(stations.map(({ index }) => index))
  const visits: number[] = []
  for (let record = 0; record < records.made; record += 1) {
    const isThere = records.stateOf(record) !== STATE.free && records.has(record, FLAG.atStation)
    if (isThere && wanted.has(records.stationOf(record))) visits.push(record)
  }
  return visits
}

function crashAll(run: Run, visits: readonly number[], kind: OutageKind): void {
  const { records } = run
  for (const record of visits) {
    const isMessage = records.has(record, FLAG.message)
    const station = run.stations[records.stationOf(record)]!
    const next = kind === 'hang' ? hang(run, record, station) : failAtOnce(run, record, EVENT_FAILURES.nodeDown)
    if (isMessage) run.crashed.set(next.record, records.generationOf(next.record))
    if (next.kind !== KIND.none) run.soon(next.kind, next.record)
  }
}

interface Following {
  readonly kind: Next
  readonly record: number
}

/**
 * Fails a visit or a call, wherever it is. It continues under a new record, since pending events, queues and calls refer to the old
 * one.
 */
export function failAtOnce(run: Run, record: number, reason: string): Following {
  const { records } = run
  const station = run.stations[records.stationOf(record)]
  const successor = run.successorOf(record)
  const state = records.stateOf(record)
  records.setState(successor, STATE.underWay)
  if (state === STATE.queued || state === STATE.pooled) {
    if (state === STATE.pooled) unqueue(run, record, run.links[records.callLinkOf(record)]!)
    else {
      station!.noteTime(run.now)
      station!.queued.down(run.now)
    }
    records.setState(record, STATE.dropped)
    records.keepOnly(record, 0)
    records.setCaller(record, NONE)
    records.endLife(record)
    records.unmark(successor, FLAG.hasSlot)
  } else {
    if (state === STATE.serving) stopServing(run, record, station!)
    records.giveBack(record)
  }
  return { kind: fail(run, successor, reason), record: successor }
}

/** Nothing is heard of a visit any more: it leaves its station, and its calls go on without it. */
function hang(run: Run, record: number, station: Station): Following {
  const { records } = run
  if (records.stateOf(record) === STATE.serving) stopServing(run, record, station)
  leaveStation(run, record, true)
  // The end of its service is still due, and is left to the general path.
  records.mark(record, FLAG.holds)
  return { kind: vanish(run, record, EVENT_FAILURES.nodeDown), record }
}

function emptyQueue(run: Run, station: Station): void {
  const { records } = run
  const queued: number[] = []
  for (let record = station.head; record !== NONE; record = records.nextOf(record)) queued.push(record)
  station.head = station.tail = NONE
  for (const record of queued) {
    if (records.stateOf(record) === STATE.dropped) {
      records.giveBack(record)
      continue
    }
    station.failed += 1
    station.noteResponse(run.now - records.arrivedAtOf(record))
    dropQueued(run, station, record)
    const next = vanish(run, record, EVENT_FAILURES.nodeDown)
    if (next !== KIND.none) run.soon(next, record)
  }
}
