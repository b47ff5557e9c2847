import type { FlowNode } from '@plimsoll/flow'
import { edgeCurve, svgPath } from '../../../../shared/scene/edge-curve.ts'
import { endsOf } from '../../core/edge-ends.ts'
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
  const { from, to } = endsOf(rectOf(source), rectOf(target))
  return <Preview path={svgPath(edgeCurve(from, to))} ring={rectOf(chosen)} />
}
