import { type EdgeLook, edgeKind } from '@plimsoll/catalog'
import type { FlowEdge } from '@plimsoll/flow'
import { type GetBezierPathParams, getBezierPath } from '@xyflow/react'
import { EDGE_NAME_LIMIT } from '../core/editor.config.ts'
import { HEAD_LENGTH } from './arrow-head.ts'

/** The curve of an edge from arrow to arrow, and the middle of its name. */
export function edgeShape(ends: GetBezierPathParams, { bidirectional }: Pick<EdgeLook, 'bidirectional'>) {
  const { sourceX, targetX } = ends
  const [curve, nameX, nameY] = getBezierPath({
    ...ends,
    sourceX: bidirectional ? sourceX + HEAD_LENGTH : sourceX,
    targetX: targetX - HEAD_LENGTH,
  })
  return { curve, nameX, nameY }
}

/** What stands at an edge: its label, or its kind where it has none. */
export function edgeText({ type, data: { label } }: FlowEdge): string {
  const name = label || edgeKind(type).label
  return name.length > EDGE_NAME_LIMIT ? `${name.slice(0, EDGE_NAME_LIMIT - 1)}…` : name
}
