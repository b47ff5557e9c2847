import { type Flow, groupsOf } from '@plimsoll/flow'
import { ViewportPortal } from '@xyflow/react'
import { rectOf } from '../../core/placement.ts'
import type { SearchItem } from '../../core/search/search-items.ts'
import { TargetEdge } from '../../ui/previews/target-edge.tsx'
import classes from './mark.module.css'

/** A ring around what would be gone to. */
export function Mark({ item: { id }, flow }: { item: SearchItem; flow: Flow }) {
  const edge = flow.edges.find((candidate) => candidate.id === id)
  const nodeOf = (end: string | undefined) => flow.nodes.find((node) => node.id === end)
  const [source, target] = [nodeOf(edge?.source), nodeOf(edge?.target)]
  if (source && target) return <TargetEdge source={source} target={target} />
  const element = nodeOf(id) ?? groupsOf(flow).find((group) => group.id === id)
  if (!element) return null
  const { x, y, width, height } = rectOf(element)
  return (
    <ViewportPortal>
      <svg className={classes.mark} aria-hidden="true">
        <rect x={x - 4} y={y - 4} width={width + 8} height={height + 8} rx="14" />
      </svg>
    </ViewportPortal>
  )
}
