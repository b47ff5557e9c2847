import type { FlowNode, Position } from '@plimsoll/flow'
import { getBezierPath, Position as Side } from '@xyflow/react'
import { rectOf } from '../../core/placement.ts'
import { Preview } from './preview.tsx'

interface OpenEdgeProps {
  readonly source: FlowNode
  readonly isForward: boolean
  readonly at: Position
}

/** A connection with nothing yet at its other end. */
export function OpenEdge({ source, isForward, at }: OpenEdgeProps) {
  const { x, y, width, height } = rectOf(source)
  const [path] = getBezierPath({
    sourceX: isForward ? x + width : x,
    sourceY: y + height / 2,
    sourcePosition: isForward ? Side.Right : Side.Left,
    targetX: at.x,
    targetY: at.y,
    targetPosition: isForward ? Side.Left : Side.Right,
  })
  return <Preview path={path} />
}
