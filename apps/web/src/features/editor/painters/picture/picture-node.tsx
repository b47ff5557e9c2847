import { nodeSummary } from '@plimsoll/catalog'
import type { FlowNode } from '@plimsoll/flow'
import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import { loadLevel } from '../../../../shared/ui/load-level.ts'
import { rectOf } from '../../core/placement.ts'
import type { TokenColours } from './token-colours.ts'
import { written } from './xml-text.ts'

/** As `node-card.module.css` and `kind-icon.tsx` lay out a card; lengths in px, baselines from the top of the two lines of text. */
const NODE = {
  radius: 10,
  icon: { left: 9, size: 26, radius: 6, drawn: 15 },
  text: { left: 41, right: 11, gap: 6, height: 34, label: 14, summary: 30 },
  mark: { width: 6, heights: [0.5, 0.7, 0.9] },
} as const

interface PictureNodeProps {
  readonly node: FlowNode
  /** 0 to 1; null at rest. */
  readonly load: number | null
  readonly colours: TokenColours
}

/** A component as the canvas shows it, from plain shapes only. */
export function PictureNode({ node, load, colours }: PictureNodeProps) {
  const { x, y, width, height } = rectOf(node)
  const { Icon, hue } = kindLooks[node.type]
  const box = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: NODE.radius - 0.5 }
  const { icon, text, mark } = NODE
  const top = Math.round(y + (height - text.height) / 2)
  const iconTop = Math.round(y + (height - icon.size) / 2)
  const figure = load === null ? '' : `${Math.round(load * 100)} %`
  const room = width - text.left - text.right
  return (
    <g>
      <rect {...box} y={box.y + 1} {...colours.shadow} />
      <rect {...box} fill={colours('--surface')} />
      {load !== null && load >= 0.005 && <Water node={node} load={load} colours={colours} />}
      <rect {...box} fill="none" stroke={colours('--line-strong')} />
      {mark.heights.map((share) => (
        <rect
          key={share}
          x={x + width - 1 - mark.width}
          y={y + 1 + Math.round((1 - share) * (height - 3))}
          width={mark.width}
          height={1}
          fill={colours('--line-control')}
          fillOpacity={0.55}
        />
      ))}
      <rect
        x={x + icon.left}
        y={iconTop}
        width={icon.size}
        height={icon.size}
        rx={icon.radius}
        fill={colours(`--kind-${hue}-soft`)}
      />
      <Icon
        x={Math.round(x + icon.left + (icon.size - icon.drawn) / 2)}
        y={y + (height - icon.drawn) / 2}
        size={icon.drawn}
        color={colours(`--kind-${hue}`)}
        strokeWidth={2}
      />
      <text
        x={x + text.left}
        y={top + text.label}
        fill={colours('--text')}
        fontSize={13}
        fontWeight={600}
        data-room={room - text.gap - (figure === '' ? 0 : FIGURE_WIDTH)}
      >
        {written(node.data.label)}
      </text>
      {figure !== '' && (
        <text
          x={x + width - text.right}
          y={top + text.label}
          fill={colours('--text')}
          fontSize={12}
          fontWeight={600}
          textAnchor="end"
        >
          {figure}
        </text>
      )}
      <text x={x + text.left} y={top + text.summary} fill={colours('--text-muted')} fontSize={12} data-room={room}>
        {written(nodeSummary(node.type, node.data))}
      </text>
    </g>
  )
}

/** Room that the widest figure of load takes. */
const FIGURE_WIDTH = 40

function Water({ node, load, colours }: PictureNodeProps & { readonly load: number }) {
  const { x, y, width, height } = rectOf(node)
  const level = loadLevel(load)
  const hold = { left: x + 1, right: x + width - 1, top: y + 1, bottom: y + height - 1 }
  const surface = hold.bottom - Math.min(1, Math.round(load * 100) / 100) * (height - 2)
  const inset = cornerInset(Math.min(surface - hold.top, hold.bottom - surface))
  return (
    <>
      <path d={waterBody({ ...hold, surface, inset })} fill={colours(`--water-${level}`)} />
      <rect
        x={hold.right - WATERLINE.length}
        y={Math.max(hold.top, surface - 1)}
        width={WATERLINE.length - inset}
        height={WATERLINE.width}
        fill={colours(`--load-${level}`)}
      />
    </>
  )
}

/** The mark at the right that says where the water stands. */
const WATERLINE = { length: 10, width: 2 } as const

/** Of the inside of a node. */
const RADIUS = NODE.radius - 1

/** How far the round corner takes the side of the node inwards, at a distance from its upper or lower end. */
const cornerInset = (distance: number): number =>
  RADIUS - Math.sqrt(RADIUS ** 2 - (RADIUS - Math.min(RADIUS, distance)) ** 2)

interface WaterBody {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly surface: number
  readonly bottom: number
  readonly inset: number
}

/** What of the inside of a node, with its round corners, lies under the surface. */
function waterBody({ left, right, top, surface, bottom, inset }: WaterBody): string {
  const arcTo = (x: number, y: number) => `A${RADIUS},${RADIUS} 0 0 1 ${x},${y}`
  const start = `M${left + inset},${surface}H${right - inset}`
  if (bottom - surface <= RADIUS) {
    return `${start}${arcTo(right - RADIUS, bottom)}H${left + RADIUS}${arcTo(left + inset, surface)}Z`
  }
  const isNearTop = surface - top < RADIUS
  return [
    start,
    isNearTop ? arcTo(right, top + RADIUS) : '',
    `V${bottom - RADIUS}${arcTo(right - RADIUS, bottom)}H${left + RADIUS}${arcTo(left, bottom - RADIUS)}`,
    isNearTop ? `V${top + RADIUS}${arcTo(left + inset, surface)}` : '',
    'Z',
  ].join('')
}
