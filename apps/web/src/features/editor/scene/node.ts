import { type NodeType, nodeSummary } from '@plimsoll/catalog'
import type { FlowNode } from '@plimsoll/flow'
import { type Water, waterOf } from '../../../shared/scene/water.ts'
import { kindLooks } from '../../../shared/ui/kind-looks.ts'
import type { Rect } from '../core/geometry.ts'
import { rectOf } from '../core/placement.ts'
import { shortened } from '../core/shortened.ts'
import type { Shape, Text } from './shape.ts'

/** As `node-card.module.css` lays out a card: lengths in px, baselines from the top of its lines of text. */
const FACE = {
  border: 1,
  radius: 10,
  icon: { left: 9, size: 26, radius: 6, drawn: 15 },
  text: { left: 41, right: 11, gap: 6, height: 34, label: 14, summary: 30 },
  marks: { width: 6, heights: [0.5, 0.7, 0.9] },
  /** Room for `60 %`, and for `100 %`. */
  figure: { width: 32, widest: 40 },
  waterline: { width: 10, height: 2 },
  /** A dash at the 95th percentile, on either side of the text. */
  peak: { length: 7, height: 2 },
} as const

/** The figure beside the name, larger on a node that is seen from far away; `below` the middle of the name's line. */
const FIGURES = {
  near: { size: 12, spacing: 0, below: 4.5 },
  far: { size: 18, spacing: -0.18, below: 6 },
} as const

/** Heights of the lines of text on a node that is seen from far away: the name, and the summary where there is room. */
const FAR_LINES = { name: 24, summary: 38 } as const

/** How far the middle of the name's line lies above the middle of the node. */
const nameAbove = (height: number, isFar: boolean): number =>
  isFar ? Math.min(FAR_LINES.summary, height - 2 * FACE.border - FAR_LINES.name) / 2 : 8

export interface SceneNode {
  readonly id: string
  readonly type: NodeType
  readonly rect: Rect
  readonly label: string
  readonly summary: string
}

export const sceneNode = (node: FlowNode): SceneNode => ({
  id: node.id,
  type: node.type,
  rect: rectOf(node),
  label: shortened(node.data.label),
  summary: nodeSummary(node.type, node.data),
})

/** How busy a node is, 0 to 1; null without a run. */
export interface NodeLoad {
  readonly utilization: number | null
  /** What it exceeds in 5 % of the time; null: it is not known. */
  readonly p95: number | null
}

/** The whole node, from back to front. */
export function nodeShapes({ type, rect, label, summary }: SceneNode, { utilization, p95 }: NodeLoad): Shape[] {
  const { icon, text, figure, marks } = FACE
  const { x, y, width, height } = rect
  const { hue } = kindLooks[type]
  const water = waterOf(utilization, p95)
  const box = {
    kind: 'rect',
    x: x + 0.5,
    y: y + 0.5,
    width: width - 1,
    height: height - 1,
    radius: FACE.radius - 0.5,
  } as const
  const top = Math.round(y + (height - text.height) / 2)
  const room = width - text.left - text.right
  const figureRoom = water ? (water.level === 'full' ? figure.widest : figure.width) : 0
  return [
    { ...box, y: box.y + 1, fill: { color: '--shadow-raised' } },
    { ...box, fill: { color: '--surface' } },
    ...(water ? waterShapes(rect, water) : []),
    { ...box, stroke: { color: '--line-strong', width: FACE.border } },
    ...marks.heights.map(
      (share): Shape => ({
        kind: 'rect',
        x: x + width - 1 - marks.width,
        y: y + 1 + Math.round((1 - share) * (height - 3)),
        width: marks.width,
        height: 1,
        fill: { color: '--line-control', opacity: 0.55 },
      }),
    ),
    {
      kind: 'rect',
      x: x + icon.left,
      y: Math.round(y + (height - icon.size) / 2),
      width: icon.size,
      height: icon.size,
      radius: icon.radius,
      fill: { color: `--kind-${hue}-soft` },
    },
    {
      kind: 'icon',
      type,
      x: Math.round(x + icon.left + (icon.size - icon.drawn) / 2),
      y: y + (height - icon.drawn) / 2,
      size: icon.drawn,
      color: `--kind-${hue}`,
    },
    {
      kind: 'text',
      text: label,
      x: x + text.left,
      y: top + text.label,
      size: 13,
      weight: 600,
      color: '--text',
      room: room - text.gap - figureRoom,
    },
    ...(water ? [{ kind: 'text', ...figureOf(rect, water, false) } as const] : []),
    { kind: 'text', text: summary, x: x + text.left, y: top + text.summary, size: 12, color: '--text-muted', room },
  ]
}

/** What of a node changes with its load: surface, water and figure; as seen from far away, or near. */
export const loadShapes = (rect: Rect, { utilization, p95 }: NodeLoad, { isFar }: { isFar: boolean }): Shape[] => {
  const water = waterOf(utilization, p95)
  const surface: Shape = { kind: 'rect', ...rect, radius: FACE.radius, fill: { color: '--surface' } }
  return water ? [surface, ...waterShapes(rect, water), { kind: 'text', ...figureOf(rect, water, isFar) }] : [surface]
}

function figureOf({ x, y, width, height }: Rect, { figure }: Water, isFar: boolean): Text {
  const { below, ...letters } = isFar ? FIGURES.far : FIGURES.near
  return {
    ...letters,
    text: figure,
    x: x + width - FACE.text.right,
    y: y + height / 2 - nameAbove(height, isFar) + below,
    anchor: 'end',
    weight: 600,
    color: '--text',
    isFigure: true,
  }
}

/** The water inside the border, its surface, the mark at the right that says where it stands, and a dash on either side at the 95th percentile. */
const waterShapes = (rect: Rect, water: Water): Shape[] => [...bodyShapes(rect, water), ...peakShapes(rect, water)]

function peakShapes(rect: Rect, { peak }: Water): Shape[] {
  if (peak === null) return []
  const { x, y, width, height } = inside(rect)
  const { length, height: thickness } = FACE.peak
  const top = y + Math.round(((height - thickness) * (100 - peak.percent)) / 100)
  const inset = cornerInset(Math.min(top - y, y + height - top - thickness))
  const dash = (from: number, to: number) => (to > from ? `M${from},${top}H${to}V${top + thickness}H${from}Z` : '')
  const path = dash(x + inset, x + length) + dash(x + width - length, x + width - inset)
  return [{ kind: 'path', path, fill: { color: peak.color } }]
}

function bodyShapes(rect: Rect, { percent, color, lineColor }: Water): Shape[] {
  const { x, y, width, height } = inside(rect)
  const depth = Math.round((height * Math.min(percent, 100)) / 100)
  if (depth === 0) return []
  const top = y + height - depth
  const inset = cornerInset(Math.min(depth, height - depth))
  const mark = FACE.waterline
  return [
    {
      kind: 'path',
      path: waterBody({ x, y: top, width, height: depth }, { inset, above: height - depth }),
      fill: { color },
    },
    {
      kind: 'rect',
      x: x + inset,
      y: top,
      width: width - 2 * inset,
      height: 1,
      fill: { color: lineColor, opacity: 0.25 },
    },
    {
      kind: 'rect',
      x: x + width - mark.width,
      y: top,
      width: mark.width - inset,
      height: Math.min(mark.height, depth),
      fill: { color: lineColor },
    },
  ]
}

const inside = ({ x, y, width, height }: Rect): Rect => ({
  x: x + FACE.border,
  y: y + FACE.border,
  width: width - 2 * FACE.border,
  height: height - 2 * FACE.border,
})

/** Of the inside of a node. */
const RADIUS = FACE.radius - FACE.border

/** How far the round corner takes the side of the node inwards, at a distance from its upper or lower end. */
const cornerInset = (distance: number): number =>
  RADIUS - Math.sqrt(RADIUS ** 2 - (RADIUS - Math.min(RADIUS, distance)) ** 2)

/** What of the inside of a node, with its round corners, lies under the surface; `above` is how much of it lies over that. */
function waterBody({ x, y, width, height }: Rect, { inset, above }: { inset: number; above: number }): string {
  const [right, bottom] = [x + width, y + height]
  const arcTo = (toX: number, toY: number) => `A${RADIUS},${RADIUS} 0 0 1 ${toX},${toY}`
  const start = `M${x + inset},${y}H${right - inset}`
  if (height <= RADIUS) return `${start}${arcTo(right - RADIUS, bottom)}H${x + RADIUS}${arcTo(x + inset, y)}Z`
  const isNearTop = above < RADIUS
  return [
    start,
    isNearTop ? arcTo(right, y - above + RADIUS) : '',
    `V${bottom - RADIUS}${arcTo(right - RADIUS, bottom)}H${x + RADIUS}${arcTo(x, bottom - RADIUS)}`,
    isNearTop ? `V${y - above + RADIUS}${arcTo(x + inset, y)}` : '',
    'Z',
  ].join('')
}
