import { startDeliveries } from './pooling.ts'
import type { Run } from './run.ts'

/** Instances of a node that are up: none in an outage of it. A database that has stations for reads and for writes has as many of each. */
export function instancesUp({ nodes, stations }: Run, node: number): number {
  if (!nodes[node]!.isUp) return 0
  const own = stations.filter(({ model }) => model.node === node)
  return Math.max(...own.map((station) => station.instancesUp), own.length === 0 ? 1 : 0)
}

/** Notes whether a node is available, and that it has more or fewer instances than before a change. */
export function noteInstances(run: Run, node: number, from: number): void {
  const to = instancesUp(run, node)
  run.changesOfConditions += 1
  run.nodes[node]!.noteAvailable(to > 0, run.now)
  if (to !== from) run.changes.note({ atMs: run.now, of: 'node', index: node, from, to })
  startDeliveries(run, node)
}
