import { type EdgeLook, edgeKind, edgeLook } from '@plimsoll/catalog'
import type { FlowEdge, Position } from '@plimsoll/flow'
import { pointOn } from '../../../shared/scene/curve-point.ts'
import { edgeCurve, svgPath } from '../../../shared/scene/edge-curve.ts'
import { dashesOf, HIGHLIGHT } from '../../../shared/scene/edge-strokes.ts'
import { edgeLoadStyle, edgeStyle } from '../../../shared/scene/edge-style.ts'
import type { Ends } from '../core/edge-ends.ts'
import { EDGE_NAME_LIMIT } from '../core/editor.config.ts'
import { shortened } from '../core/shortened.ts'
import type { Shape, Text } from './shape.ts'

/** How far an arrow reaches back from its tip. */
const HEAD_LENGTH = 8

/** A name of its own, or the kind in smaller letters; `below` is how far the baseline lies under the middle of the letters. */
const NAMES = {
  own: { size: 12, below: 4.5, color: '--text-muted' },
  kind: { size: 11, below: 4, color: '--text-faint' },
} as const

const HALO = { color: '--surface-canvas', width: 5 } as const

/** An edge with everything about it that does not change with its load. */
export interface SceneEdge {
  readonly id: string
  readonly look: EdgeLook
  /** From arrow to arrow. */
  readonly path: string
  /** The arrows at its ends. */
  readonly heads: string
  readonly dashes: readonly number[]
  readonly name: Text
}

export function sceneEdge({ id, type, data }: FlowEdge, { from, to }: Ends): SceneEdge {
  const look = edgeLook(type, data)
  const { bidirectional, width } = look
  const start = bidirectional ? { ...from, x: from.x + HEAD_LENGTH } : from
  const curve = edgeCurve(start, { ...to, x: to.x - HEAD_LENGTH })
  const { below, ...name } = data.label === '' ? NAMES.kind : NAMES.own
  const { x, y } = pointOn(curve, 0.5)
  return {
    id,
    look,
    path: svgPath(curve),
    heads: arrowHead(to, 1, width) + (bidirectional ? arrowHead(from, -1, width) : ''),
    dashes: dashesOf(look),
    name: {
      ...name,
      text: shortened(data.label || edgeKind(type).label, EDGE_NAME_LIMIT),
      x,
      y: y + below,
      anchor: 'middle',
      halo: HALO,
    },
  }
}

/** The edge at a utilization, 0 to 1, null without a run; from back to front. */
export function edgeShapes(
  { look, path, heads, dashes, name }: SceneEdge,
  utilization: number | null,
  { isNamed } = { isNamed: true },
): Shape[] {
  const stroke = { ...edgeStyle(look), dashes }
  const load = edgeLoadStyle(look, utilization)
  const highlight: Shape[] = look.highlight === null ? [] : [{ kind: 'path', path, stroke: HIGHLIGHT }]
  return [
    ...highlight,
    ...(load ? [{ kind: 'path', path, stroke: load } as const] : []),
    { kind: 'path', path, stroke },
    { kind: 'path', path: heads, fill: { color: stroke.color } },
    ...(isNamed ? [{ kind: 'text', ...name } as const] : []),
  ]
}

/** Nodes are entered from the left and left to the right, so an arrow points along x. */
function arrowHead({ x, y }: Position, towards: 1 | -1, width: number): string {
  const half = 3.5 + width * 0.75
  return `M${x},${y}l${-towards * (HEAD_LENGTH + 1)},${-half}v${2 * half}z`
}
