import type { FlowNode, Position } from '@plimsoll/flow'
import { edgeCurve, svgPath } from '../../../../shared/scene/edge-curve.ts'
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
  const end = { x: isForward ? x + width : x, y: y + height / 2 }
  const curve = isForward ? edgeCurve(end, at) : edgeCurve(at, end)
  return <Preview path={svgPath(curve)} />
}
