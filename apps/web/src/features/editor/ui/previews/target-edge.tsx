import type { FlowNode } from '@plimsoll/flow'
import { ViewportPortal } from '@xyflow/react'
import { edgeCurve, svgPath } from '../../../../shared/scene/edge-curve.ts'
import { endsOf } from '../../core/edge-ends.ts'
import { rectOf } from '../../core/placement.ts'
import classes from './target-edge.module.css'

interface TargetEdgeProps {
  readonly source: FlowNode
  readonly target: FlowNode
  /** Which of both is chosen; the target where nothing is said. */
  readonly chosen?: FlowNode
}

/** The connection that would be drawn, and a ring around the node that is chosen for it. */
export function TargetEdge({ source, target, chosen = target }: TargetEdgeProps) {
  const { from, to } = endsOf(rectOf(source), rectOf(target))
  const ring = rectOf(chosen)
  return (
    <ViewportPortal>
      <svg className={classes.line} aria-hidden="true">
        <path d={svgPath(edgeCurve(from, to))} />
        <rect x={ring.x - 3} y={ring.y - 3} width={ring.width + 6} height={ring.height + 6} rx="13" />
      </svg>
    </ViewportPortal>
  )
}
