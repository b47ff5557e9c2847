import type { Health, Scaling } from '../model.ts'
import { Autoscaler } from '../rules/autoscaler.ts'
import { planFault } from './faults.ts'
import type { Link } from './link.ts'
import type { Run } from './run.ts'
import type { RunningNode } from './running-node.ts'
import { changePace } from './sharing.ts'
import type { Station } from './station.ts'
import { startWaiting } from './visits.ts'

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
