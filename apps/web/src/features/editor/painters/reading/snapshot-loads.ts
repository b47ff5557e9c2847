import type { RunSnapshot } from '@plimsoll/simulation'

/** How busy everything is by id, 0 to 1; of nodes those that carry load. */
export function loadsOf(snapshot: RunSnapshot | null, carriers: ReadonlySet<string>): ReadonlyMap<string, number> {
  if (!snapshot) return new Map()
  const { nodes, nodeUtilization, edges, edgeUtilization } = snapshot
  return new Map([
    ...nodes.flatMap((id, index): [string, number][] => (carriers.has(id) ? [[id, nodeUtilization[index] ?? 0]] : [])),
    ...edges.map((id, index): [string, number] => [id, edgeUtilization[index] ?? 0]),
  ])
}
