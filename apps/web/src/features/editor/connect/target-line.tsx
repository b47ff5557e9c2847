import type { FlowNode } from '@plimsoll/flow'
import { getBezierPath, Position, ViewportPortal } from '@xyflow/react'
import { rectOf } from '../canvas/placing.ts'
import classes from './target-line.module.css'

/** The connection that would be drawn, and a ring around the card that it would lead to. */
export function TargetLine({ source, target }: { source: FlowNode; target: FlowNode }) {
  const [from, to] = [rectOf(source), rectOf(target)]
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
        <rect x={to.x - 3} y={to.y - 3} width={to.width + 6} height={to.height + 6} rx="13" />
      </svg>
    </ViewportPortal>
  )
}
