import { nodeSummary } from '@plimsoll/catalog'
import type { FlowNode } from '@plimsoll/flow'
import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import { loadLevel } from '../../../../shared/ui/load-level.ts'
import { rectOf } from '../../canvas/placing.ts'
import type { Ink } from './ink.ts'
import { written } from './written.ts'

/** As `node-card.module.css` and `kind-icon.tsx` lay out a card; lengths in px, baselines from the top of the two lines of text. */
const CARD = {
  radius: 10,
  icon: { left: 9, size: 26, radius: 6, drawn: 15 },
  text: { left: 41, right: 11, gap: 6, height: 34, label: 14, summary: 30 },
  mark: { width: 6, heights: [0.5, 0.7, 0.9] },
} as const

interface PictureCardProps {
  readonly node: FlowNode
  /** 0 to 1; null at rest. */
  readonly load: number | null
  readonly ink: Ink
}

/** A component as the canvas shows it, from plain shapes only. */
export function PictureCard({ node, load, ink }: PictureCardProps) {
  const { x, y, width, height } = rectOf(node)
  const { Icon, hue } = kindLooks[node.type]
  const box = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: CARD.radius - 0.5 }
  const { icon, text, mark } = CARD
  const top = Math.round(y + (height - text.height) / 2)
  const iconTop = Math.round(y + (height - icon.size) / 2)
  const figure = load === null ? '' : `${Math.round(load * 100)} %`
  const room = width - text.left - text.right
  return (
    <g>
      <rect {...box} y={box.y + 1} {...ink.shadow} />
      <rect {...box} fill={ink('--surface')} />
      {load !== null && <Water node={node} load={load} ink={ink} />}
      <rect {...box} fill="none" stroke={ink('--line-strong')} />
      {mark.heights.map((share) => (
        <rect
          key={share}
          x={x + width - 1 - mark.width}
          y={y + 1 + Math.round((1 - share) * (height - 3))}
          width={mark.width}
          height={1}
          fill={ink('--line-control')}
          fillOpacity={0.55}
        />
      ))}
      <rect
        x={x + icon.left}
        y={iconTop}
        width={icon.size}
        height={icon.size}
        rx={icon.radius}
        fill={ink(`--kind-${hue}-soft`)}
      />
      <Icon
        x={Math.round(x + icon.left + (icon.size - icon.drawn) / 2)}
        y={y + (height - icon.drawn) / 2}
        size={icon.drawn}
        color={ink(`--kind-${hue}`)}
        strokeWidth={2}
      />
      <text
        x={x + text.left}
        y={top + text.label}
        fill={ink('--text')}
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
          fill={ink('--text')}
          fontSize={12}
          fontWeight={600}
          textAnchor="end"
        >
          {figure}
        </text>
      )}
      <text x={x + text.left} y={top + text.summary} fill={ink('--text-muted')} fontSize={12} data-room={room}>
        {written(nodeSummary(node.type, node.data))}
      </text>
    </g>
  )
}

/** Room that the widest figure of load takes. */
const FIGURE_WIDTH = 40

function Water({ node, load, ink }: PictureCardProps & { readonly load: number }) {
  const { x, y, width, height } = rectOf(node)
  const level = loadLevel(load)
  const depth = Math.min(1, Math.round(load * 100) / 100) * (height - 2)
  const surface = y + height - 1 - depth
  return (
    <>
      <path
        d={hull({ x: x + 1, width: width - 2, surface, bottom: y + height - 1, top: y + 1 })}
        fill={ink(`--water-${level}`)}
      />
      <rect x={x + width - 11} y={Math.max(y + 1, surface - 1)} width={10} height={2} fill={ink(`--load-${level}`)} />
    </>
  )
}

interface Hull {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly surface: number
  readonly bottom: number
}

/** What of the inside of a card, with its round corners, lies under the surface. */
function hull({ x, width, top, surface, bottom }: Hull): string {
  const radius = CARD.radius - 1
  const lower = Math.min(radius, bottom - surface)
  // How far the side is from where it would be without the corner, at a distance from the card's end.
  const inset = (distance: number) => radius - Math.sqrt(radius ** 2 - (radius - Math.min(radius, distance)) ** 2)
  const upperInset = Math.max(inset(surface - top), inset(bottom - surface))
  const arc = (dx: number, dy: number) => `a${radius},${radius} 0 0 1 ${dx},${dy}`
  const right = x + width
  return [
    `M${x + upperInset},${surface}H${right - upperInset}`,
    surface - top < radius ? `A${radius},${radius} 0 0 1 ${right},${top + radius}` : '',
    bottom - surface > radius ? `V${bottom - radius}${arc(-radius, radius)}` : arc(-radius + upperInset, lower),
    `H${x + radius}`,
    bottom - surface > radius ? arc(-radius, -radius) : arc(-radius + upperInset, -lower),
    surface - top < radius ? `V${top + radius}A${radius},${radius} 0 0 1 ${x + upperInset},${surface}` : '',
    'Z',
  ].join('')
}
