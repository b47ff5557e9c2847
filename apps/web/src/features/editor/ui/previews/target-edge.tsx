import type { FlowNode } from '@plimsoll/flow'
import { getBezierPath, Position } from '@xyflow/react'
import { rectOf } from '../../core/placement.ts'
import { Preview } from './preview.tsx'

interface TargetEdgeProps {
  readonly source: FlowNode
  readonly target: FlowNode
  /** Which of both is chosen; the target where nothing is said. */
  readonly chosen?: FlowNode
}

/** The connection that would be drawn, and a ring around the node that is chosen for it. */
export function TargetEdge({ source, target, chosen = target }: TargetEdgeProps) {
  const [from, to] = [rectOf(source), rectOf(target)]
  const [path] = getBezierPath({
    sourceX: from.x + from.width,
    sourceY: from.y + from.height / 2,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + to.height / 2,
    targetPosition: Position.Left,
  })
  return <Preview path={path} ring={rectOf(chosen)} />
}
