import { edgeLook, type NodeType, nodeSummary } from '@plimsoll/catalog'
import { type Flow, type FlowEdge, type FlowNode, groupsOf, NODE_SIZE } from '@plimsoll/flow'

/** As chats show it. */
export const PICTURE = { width: 1200, height: 630 } as const

/** Where the drawing lies; its name and counts stand above it. */
const AREA = { x: 56, y: 132, width: 1088, height: 450 } as const
/** A small flow is not enlarged beyond this. */
const MAX_SCALE = 2
/** Of a flow that is drawn smaller, nobody reads both lines of a card, and below the second of these none. */
const LEAST_READ = { both: 0.55, name: 0.3 } as const
/** A name alone is as large in the picture, whatever the scale. */
const NAME_SIZE = 11
/** What a picture of this size can show; further connections are one grey. */
const MOST_EDGES = 3_000

/** The light colours of the web app's tokens.css. */
const COLOURS = {
  ...{ canvas: '#f1f4f7', surface: '#ffffff', line: '#c2ccd6', group: '#475667' },
  ...{ text: '#101b27', muted: '#475667', accent: '#105d91' },
} as const

const EDGES = { neutral: '#8391a0', secure: '#3a8f62', insecure: '#c27a22', slow: '#c0332a' } as const

const KINDS = {
  Client: { solid: '#4c6379', soft: '#e8edf2' },
  LoadBalancer: { solid: '#146f74', soft: '#e0f0f0' },
  Server: { solid: '#4658ac', soft: '#e9ebf7' },
  Cache: { solid: '#87591d', soft: '#f5ecdf' },
  Database: { solid: '#82468a', soft: '#f4e9f5' },
} as const satisfies Record<NodeType, { solid: string; soft: string }>

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** A flow as an SVG document of the size of a preview, with its name. */
export function drawPicture(flow: Flow, name: string): string {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const groups = groupsOf(flow)
  const bounds = around([...rects.values(), ...groups.map(rectOf)])
  const scale = Math.min(AREA.width / bounds.width, AREA.height / bounds.height, MAX_SCALE)
  const left = AREA.x + (AREA.width - bounds.width * scale) / 2 - bounds.x * scale
  const top = AREA.y + (AREA.height - bounds.height * scale) / 2 - bounds.y * scale
  const counts = [counted(flow.nodes.length, 'component'), counted(flow.edges.length, 'connection')].join(' · ')
  const shapes = [
    ...groups.map((group) => groupShapes(rectOf(group), scale < LEAST_READ.both ? '' : group.label)),
    ...flow.edges.slice(0, MOST_EDGES).map((edge) => edgeShape(edge, rects)),
    ...flow.nodes.map((node) => nodeShapes(node, rectOf(node), scale)),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" font-family="Inter">`,
    `<rect width="100%" height="100%" fill="${COLOURS.canvas}"/>`,
    `<rect width="100%" height="8" fill="${COLOURS.accent}"/>`,
    text(name, { x: AREA.x, y: 74, size: 40, weight: 600, room: AREA.width }),
    text(counts, { x: AREA.x, y: 110, size: 22, fill: COLOURS.muted, room: AREA.width - 150 }),
    `<text x="${AREA.x + AREA.width}" y="110" font-size="22" font-weight="600" text-anchor="end" fill="${COLOURS.accent}">Plimsoll</text>`,
    `<g transform="translate(${left} ${top}) scale(${scale})">`,
    ...shapes,
    '</g></svg>',
  ].join('')
}

const rectOf = ({ position, width = NODE_SIZE.width, height = NODE_SIZE.height }: Placed): Rect => ({
  ...{ x: position.x, y: position.y, width, height },
})

type Placed = Pick<FlowNode, 'position' | 'width' | 'height'>

function around(rects: readonly Rect[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return right > left
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 1, height: 1 }
}

const groupShapes = ({ x, y, width, height }: Rect, label: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${COLOURS.group}" fill-opacity="0.05" stroke="${COLOURS.line}"/>${text(label, { x: x + 15, y: y + 25, size: 13, weight: 600, fill: COLOURS.muted, room: width - 30 })}`

/** As the editor draws it: out of the right side of its source, into the left one of its target. */
function edgeShape({ type, data, source, target }: FlowEdge, rects: ReadonlyMap<string, Rect>): string {
  const [from, to] = [rects.get(source), rects.get(target)]
  if (!from || !to) return ''
  const [x, y, endX, endY] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
  const bend = endX >= x ? (endX - x) / 2 : 6.25 * Math.sqrt(x - endX)
  const { tone, width } = edgeLook(type, data)
  return `<path d="M${x},${y} C${x + bend},${y} ${endX - bend},${endY} ${endX},${endY}" fill="none" stroke="${EDGES[tone]}" stroke-width="${width}"/>`
}

/** A card: of its icon the colour stays, as in thumbnails. */
function nodeShapes(node: FlowNode, rect: Rect, scale: number): string {
  const { solid, soft } = KINDS[node.type]
  const { x, y, width, height } = rect
  const middle = y + height / 2
  return [
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="9.5" fill="${COLOURS.surface}" stroke="${COLOURS.line}"/>`,
    `<rect x="${x + 9}" y="${middle - 13}" width="26" height="26" rx="6" fill="${soft}"/>`,
    `<rect x="${x + 15}" y="${middle - 7}" width="14" height="14" rx="3.5" fill="${solid}"/>`,
    nodeTexts(node, { x: x + 41, middle, room: width - 52, scale }),
  ].join('')
}

interface TextPlace {
  x: number
  middle: number
  room: number
  scale: number
}

function nodeTexts({ type, data }: FlowNode, { x, middle, room, scale }: TextPlace): string {
  if (scale < LEAST_READ.name) return ''
  const size = NAME_SIZE / scale
  if (scale < LEAST_READ.both) return text(data.label, { x, y: middle + size / 3, size, weight: 600, room })
  const summary = text(nodeSummary(type, data), { x, y: middle + 13, size: 12, fill: COLOURS.muted, room })
  return text(data.label, { x, y: middle - 3, size: 13, weight: 600, room }) + summary
}

interface Text {
  x: number
  y: number
  size: number
  weight?: number
  fill?: string
  /** What is wider is cut. */
  room: number
}

function text(content: string, { x, y, size, weight = 400, fill = COLOURS.text, room }: Text): string {
  const letters = [...content.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')]
  const most = Math.floor(room / (size * LETTER))
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(shown)}</text>`
}

/** How wide a letter of Inter is, on average, in its size. */
const LETTER = 0.56

const escaped = (content: string) =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const counted = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
