import { type EdgeLook, edgeLook } from '@plimsoll/catalog'
import type { FlowEdge } from '@plimsoll/flow'
import { Position as Side } from '@xyflow/react'
import { loadLevel } from '../../../../shared/ui/load-level.ts'
import type { Rect } from '../../core/geometry.ts'
import { arrowHead } from '../../scene/arrow-head.ts'
import { edgeShape, edgeText } from '../../scene/edge-shape.ts'
import { loadGrowth } from '../edges/edge-load.ts'
import type { TokenColours } from './token-colours.ts'
import { written } from './xml-text.ts'

interface PictureEdgeProps {
  readonly edge: FlowEdge
  readonly source: Rect
  readonly target: Rect
  /** 0 to 1; null at rest. */
  readonly load: number | null
  readonly colours: TokenColours
}

const TONES = {
  neutral: '--edge-neutral',
  secure: '--edge-secure',
  insecure: '--edge-insecure',
  slow: '--edge-slow',
} as const satisfies Record<EdgeLook['tone'], string>

/** The name in letters of its own, or the kind in smaller ones; `baseline` is how far it lies under their middle. In px. */
const NAMES = { own: { size: 12, baseline: 4.5 }, kind: { size: 11, baseline: 4 } } as const

/** A connection as the canvas shows it, from plain shapes only. */
export function PictureEdge({ edge, source, target, load, colours }: PictureEdgeProps) {
  const look = edgeLook(edge.type, edge.data)
  const from = { x: source.x + source.width, y: source.y + source.height / 2 }
  const to = { x: target.x, y: target.y + target.height / 2 }
  const ends = { sourceX: from.x, sourceY: from.y, targetX: to.x, targetY: to.y }
  const sides = { sourcePosition: Side.Right, targetPosition: Side.Left }
  const { curve, nameX, nameY } = edgeShape({ ...ends, ...sides }, look)
  const colour = colours(load === null ? TONES[look.tone] : `--load-${loadLevel(load)}`)
  const isNamed = edge.data.label !== ''
  const { size, baseline } = isNamed ? NAMES.own : NAMES.kind
  const name = { x: nameX, y: nameY + baseline, fontSize: size, textAnchor: 'middle' } as const
  return (
    <g>
      {look.highlight !== null && (
        <path d={curve} fill="none" stroke={colours('--warn')} strokeOpacity={0.22} strokeWidth={10} />
      )}
      <path
        d={curve}
        fill="none"
        stroke={colour}
        strokeWidth={look.width + loadGrowth(load ?? 0)}
        {...((look.dashed || look.animated) && { strokeDasharray: '6 5' })}
      />
      <path d={arrowHead({ ...to, towards: 1, width: look.width })} fill={colour} />
      {look.bidirectional && <path d={arrowHead({ ...from, towards: -1, width: look.width })} fill={colour} />}
      {/* Twice, as not every program paints the outline of letters under them. */}
      <text {...name} fill="none" stroke={colours('--surface-canvas')} strokeWidth={5} strokeLinejoin="round">
        {written(edgeText(edge))}
      </text>
      <text {...name} fill={colours(isNamed ? '--text-muted' : '--text-faint')}>
        {written(edgeText(edge))}
      </text>
    </g>
  )
}
