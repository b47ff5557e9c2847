import { type Flow, groupsOf } from '@plimsoll/flow'
import { rectOf } from '../../core/placement.ts'
import type { SearchItem } from '../../core/search/search-items.ts'
import { Preview } from '../../ui/previews/preview.tsx'
import { TargetEdge } from '../../ui/previews/target-edge.tsx'

/** A ring around what would be gone to. */
export function Mark({ item: { id }, flow }: { item: SearchItem; flow: Flow }) {
  const edge = flow.edges.find((candidate) => candidate.id === id)
  const nodeOf = (end: string | undefined) => flow.nodes.find((node) => node.id === end)
  const [source, target] = [nodeOf(edge?.source), nodeOf(edge?.target)]
  if (source && target) return <TargetEdge source={source} target={target} />
  const element = nodeOf(id) ?? groupsOf(flow).find((group) => group.id === id)
  return element && <Preview ring={rectOf(element)} />
}
