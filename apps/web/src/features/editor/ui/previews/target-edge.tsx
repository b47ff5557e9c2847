import type { FlowNode } from '@plimsoll/flow'
import { getBezierPath, Position, ViewportPortal } from '@xyflow/react'
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
  const [from, to, ring] = [rectOf(source), rectOf(target), rectOf(chosen)]
  const [path] = getBezierPath({
    sourceX: from.x + from.width,
    sourceY: from.y + from.height / 2,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + to.height / 2,
    targetPosition: Position.Left,
  })
  return (
    <ViewportPortal>
      <svg className={classes.line} aria-hidden="true">
        <path d={path} />
        <rect x={ring.x - 3} y={ring.y - 3} width={ring.width + 6} height={ring.height + 6} rx="13" />
      </svg>
    </ViewportPortal>
  )
}
