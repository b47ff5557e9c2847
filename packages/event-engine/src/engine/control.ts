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
  let checks: readonly Check[] = []
  /** After how many changes of the conditions the checks were worked out. */
  let changes = -1
  const note = (check: Check) => {
    const { link } = check
    const isAnswered = answers(run, node, check, timeoutMs)
    if (isAnswered && check.isSettled) return
    link.healthStreak = isAnswered ? Math.max(0, link.healthStreak) + 1 : Math.min(0, link.healthStreak) - 1
    check.isSettled = link.healthStreak >= healthyAfter
    if (link.healthStreak === -unhealthyAfter) run.plan(run.now + timeoutMs, () => remove(link))
    if (check.isSettled) link.isOut = false
  }
  const remove = (link: Link) => {
    if (node.model.health === health) link.isOut = link.healthStreak < 0
  }
  run.repeat(run.now + intervalMs, intervalMs, () => {
    if (node.model.health !== health) return false
    if (changes !== run.changesOfConditions) checks = node.targets.map((link) => checkOf(run, link))
    changes = run.changesOfConditions
    checks.forEach(note)
    return true
  })
}

/**
 * What a check of a target finds, worked out once for as long as it holds: whatever changes it raises `changesOfConditions`. To read it
 * anew at each check would take longer than all else in a large diagram.
 */
interface Check {
  readonly link: Link
  readonly isReachable: boolean
  readonly linkFailure: number
  readonly stationFailure: number
  readonly loss: { readonly probability: number; readonly delayMs: number }
  /** There and back, where no packet is lost. */
  readonly wayMs: number
  readonly serviceMs: number
  /** One more answer changes nothing: so many have come in a row. */
  isSettled: boolean
}

function checkOf({ nodes, stations }: Run, link: Link): Check {
  const target = nodes[link.target]!
  const [index = NONE] = link.stationOf ?? target.stationOf
  const station = stations[index]
  const { loss, latencyMs } = link.model
  return {
    link,
    isReachable: target.isAvailable && !link.isCut,
    linkFailure: link.failureProbability,
    stationFailure: station?.failureProbability ?? 0,
    loss: { probability: loss === null ? 0 : link.lossProbability, delayMs: loss?.delayMs ?? 0 },
    wayMs: 2 * latencyMs,
    serviceMs: station === undefined ? 0 : checkMs(station),
    isSettled: false,
  }
}

/** Without the queue, which a check does not stand in: a target that is only busy stays in. */
function checkMs(station: Station): number {
  const [meanMs = 0] = station.meanMs
  return station.isPaused ? Number.POSITIVE_INFINITY : meanMs * station.slowness + station.extraMs
}

/** Whether a target that is asked now answers in time and without a failure: a check is no visit. */
function answers({ streams }: Run, { checkStream }: RunningNode, check: Check, timeoutMs: number): boolean {
  const { isReachable, linkFailure, stationFailure, loss, wayMs, serviceMs } = check
  const fails = (probability: number) => probability > 0 && streams.uniform(checkStream) < probability
  if (!isReachable || fails(linkFailure)) return false
  const losses = loss.probability === 0 ? 0 : lossesBeforeArrival(loss.probability, streams.uniform(checkStream))
  const lostMs = losses === 0 ? 0 : losses * loss.delayMs
  return wayMs + lostMs + serviceMs <= timeoutMs && !fails(stationFailure)
}
