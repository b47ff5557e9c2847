import { Autoscaler } from '../rules/autoscaler.ts'
import { lossesBeforeArrival } from '../rules/packet-loss.ts'
import { NONE } from './call-records.ts'
import { planFaults } from './faults.ts'
import { instancesUp, noteInstances } from './instance-changes.ts'
import type { Link } from './link.ts'
import { noteDeliveries } from './pooling.ts'
import type { Run } from './run.ts'
import type { RunningNode } from './running-node.ts'
import { changePace } from './sharing.ts'
import type { Station } from './station.ts'
import { startWaiting } from './visits.ts'

/** Schedules control loops, health checks and faults. */
export function planControls(run: Run): void {
  noteDeliveries(run)
  for (const station of run.stations) planScaling(run, station)
  for (const node of run.nodes) planHealthChecks(run, node)
  planFaults(run, run.model.faults)
}

/** Instances that are wanted together, and have not been cancelled. */
interface Starting {
  count: number
}

/** Scales a station by its present rule, for as long as it has this one. */
export function planScaling(run: Run, station: Station): void {
  const { scaling } = station.model
  if (scaling === null) return
  const autoscaler = new Autoscaler(scaling)
  const starting: Starting[] = []
  const { working, busy, inSystem } = station
  const level = { slots: working, taken: busy, admission: inSystem, requests: inSystem }[scaling.metric]
  const ready = () => (run.nodes[station.model.node]!.isUp ? station.instancesUp : 0)
  let before = level.sinceStart(run.now)
  let readyBefore = ready()
  run.repeat(run.now + scaling.syncMs, scaling.syncMs, (now) => {
    const { model } = station
    if (model.scaling !== scaling) return false
    const perInstance = scaling.metric === 'admission' ? model.admission : model.slots
    const area = level.sinceStart(now)
    // One that went out since the last look has been at work, too.
    const use = (area - before) / (scaling.syncMs * perInstance * Math.max(readyBefore, ready()))
    before = area
    const total = station.instances.count + starting.reduce((sum, { count }) => sum + count, 0)
    const wanted = autoscaler.decide({ nowMs: now, ready: ready(), total, use })
    if (wanted < total) {
      const surplus = cancelStarts(starting, total - wanted)
      rescale(run, station, station.instances.count - Math.min(surplus, station.instances.count - 1))
    }
    readyBefore = ready()
    if (wanted <= total) return true
    const added: Starting = { count: wanted - total }
    starting.push(added)
    run.plan(now + scaling.readyMs, () => {
      if (station.model.scaling !== scaling) return
      starting.splice(starting.indexOf(added), 1)
      rescale(run, station, station.instances.count + added.count)
    })
    return true
  })
}

/** Cancels instances that are not ready, the latest first. Returns how many are still too many. */
function cancelStarts(starting: readonly Starting[], tooMany: number): number {
  let surplus = tooMany
  for (const one of starting.toReversed()) {
    const cancelled = Math.min(one.count, surplus)
    one.count -= cancelled
    surplus -= cancelled
  }
  return surplus
}

export function rescale(run: Run, station: Station, instances: number): void {
  const before = instancesUp(run, station.model.node)
  changePace(run, station, () => station.scale(instances, run.now))
  noteInstances(run, station.model.node, before)
  startWaiting(run, station)
}

/** Checks the targets of a node by its present rule, for as long as it has this one. */
export function planHealthChecks(run: Run, node: RunningNode): void {
  const { health } = node.model
  if (health === null) return
  const { intervalMs, timeoutMs, unhealthyAfter, healthyAfter } = health
  const check = (link: Link) => {
    const isAnswered = answersCheck(run, node, link, timeoutMs)
    link.healthStreak = isAnswered ? Math.max(0, link.healthStreak) + 1 : Math.min(0, link.healthStreak) - 1
    if (link.healthStreak === -unhealthyAfter) run.plan(run.now + timeoutMs, () => remove(link))
    if (link.healthStreak >= healthyAfter) link.isOut = false
  }
  const remove = (link: Link) => {
    if (node.model.health === health) link.isOut = link.healthStreak < 0
  }
  run.repeat(run.now + intervalMs, intervalMs, () => {
    if (node.model.health !== health) return false
    node.targets.forEach(check)
    return true
  })
}

/** Whether a target that is asked now answers in time and without a failure, by its present state: a check is no visit. */
function answersCheck(run: Run, node: RunningNode, link: Link, timeoutMs: number): boolean {
  const target = run.nodes[link.target]!
  if (!target.isAvailable || link.isCut) return false
  const [index = NONE] = link.stationOf ?? target.stationOf
  const station = run.stations[index]
  const fails = (probability: number) => probability > 0 && run.streams.uniform(node.checkStream) < probability
  if (fails(link.failureProbability)) return false
  const answerMs = 2 * link.model.latencyMs + lostMs(run, node, link) + (station === undefined ? 0 : checkMs(station))
  return answerMs <= timeoutMs && !fails(station?.failureProbability ?? 0)
}

/** Until the packet of a check that is lost has come; Infinity: it does not. */
function lostMs({ streams }: Run, node: RunningNode, { lossProbability, model }: Link): number {
  if (lossProbability === 0 || model.loss === null) return 0
  const losses = lossesBeforeArrival(lossProbability, streams.uniform(node.checkStream))
  return losses === 0 ? 0 : losses * model.loss.delayMs
}

/** Without the queue, which a check does not stand in: a target that is only busy stays in. */
function checkMs(station: Station): number {
  const [meanMs = 0] = station.meanMs
  return station.isPaused ? Number.POSITIVE_INFINITY : meanMs * station.slowness + station.extraMs
}
