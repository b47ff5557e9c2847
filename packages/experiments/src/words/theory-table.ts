import type { EventModel, NodeReport } from '@plimsoll/event-engine'
import { queueOf } from '../theory/queue-of.ts'
import { meanWaitMs } from '../theory/waiting.ts'
import type { Cell, Table } from './page.ts'
import { nodesOf } from './part-rows.ts'
import type { ReportView } from './report-view.ts'

type Law = readonly [law: string, simulated: Cell, theory: Cell, unit: string]

/** What the laws of queueing say from the measured arrivals and service times, beside what was simulated. */
export function theoryTable({ report, nameOf }: ReportView, model: EventModel): Table {
  const compared = nodesOf(report).flatMap((node, index) => {
    // The times are of visits that were served, the arrivals and who was there of all.
    if (node.expired > 0) return []
    const laws = [...littlesLaw(node), ...utilizationLaw(node, model, index), ...waitingLaw(node, model, index)]
    return laws.map((law) => ({ part: { of: node.of, id: node.id }, law }))
  })
  return {
    title: 'Theory beside simulation',
    isDetail: true,
    head: ['Component', 'Law', 'Simulated', 'By theory', 'Unit'],
    rows: compared.map(({ part, law }) => [nameOf(part), ...law]),
    parts: compared.map(({ part }) => part),
  }
}

/** L = λ W (Little 1961). */
function littlesLaw({ inSystem, arrivalsPerSecond, responseMs }: NodeReport): readonly Law[] {
  if (inSystem === null || arrivalsPerSecond === null || responseMs === null) return []
  const there = (arrivalsPerSecond.mean * responseMs.mean) / 1000
  return [['Little: arrivals × response', inSystem.mean, there, 'requests there']]
}

/** U = λ S / c (Denning and Buzen 1978), where each request at work has a slot of its own. */
function utilizationLaw(node: NodeReport, { stations }: EventModel, index: number): readonly Law[] {
  const { working, arrivalsPerSecond, serviceMs, instances } = node
  const [station, ...others] = stations.filter((one) => one.node === index)
  if (working === null || arrivalsPerSecond === null || serviceMs === null || instances === null) return []
  if (station === undefined || others.length > 0 || station.discipline === 'shared') return []
  const slots = station.slots * instances.mean
  const busy = (100 * arrivalsPerSecond.mean * serviceMs.mean) / 1000 / slots
  return Number.isFinite(slots) ? [['Utilization: arrivals × service', 100 * working.mean, busy, '% of the slots']] : []
}

function waitingLaw(node: NodeReport, model: EventModel, index: number): readonly Law[] {
  const { waitMs, arrivalsPerSecond, serviceMs } = node
  const queue = queueOf(model, index)
  if (queue === null || waitMs === null || arrivalsPerSecond === null || serviceMs === null) return []
  const theory = meanWaitMs({ perSecond: arrivalsPerSecond.mean, serviceMs: serviceMs.mean, ...queue })
  if (theory === null) return []
  return [[`${queue.name}: mean wait`, waitMs.mean, theory, 'ms']]
}
