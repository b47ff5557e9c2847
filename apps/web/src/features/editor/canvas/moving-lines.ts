import { edgeLook } from '@plimsoll/catalog'
import type { FlowEdge } from '@plimsoll/flow'
import { Position } from '@xyflow/react'
import { loadLevel } from '../../../shared/ui/load-level.ts'
import { pixelRatio } from '../../../shared/ui/pixel-ratio.ts'
import { useBoardView } from '../../../stores/board-view.ts'
import { useDiagram } from '../../../stores/diagram.ts'
import { edgeLoad, subscribeDots } from '../../../stores/run.ts'
import { arrowHead } from '../lines/arrow-head.ts'
import line from '../lines/line.module.css'
import { loadGrowth } from '../lines/line-load.ts'
import { lineShape } from '../lines/line-shape.ts'
import { type Area, areaInView, coversView } from './area.ts'
import { type Ends, endsOf, isCurveInArea } from './curve.ts'
import classes from './moving-view.module.css'
import { rectOf } from './placing.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Larger pictures are drawn coarser: some browsers show nothing of them, and each takes four bytes a pixel. */
const MOST_PIXELS = 2 ** 24

/** How often their load is drawn anew: on the move nobody sees it more often. */
const REDRAWN_EVERY_MS = 400

interface DrawnLine {
  readonly id: string
  readonly look: ReturnType<typeof edgeLook>
  readonly curve: Path2D
  readonly heads: Path2D
}

/** What a look is in the style sheet. */
interface Look {
  readonly tone: string | undefined
  readonly load: string | undefined
  readonly dashed: string | undefined
}

interface Ink {
  readonly color: string
  readonly dashes: number[]
}

/**
 * Draws the lines near the view as one picture, and keeps it as they are, under the view: a browser moves a picture for a small part of
 * what it takes to move hundreds of elements. `pane`: what it lies in, below the cards. Returns how to end it.
 */
export function drawMovingLines({ lines, pane }: { lines: Element; pane: Element }): () => void {
  const picture = document.createElement('canvas')
  picture.className = classes.lines ?? ''
  picture.setAttribute('aria-hidden', 'true')
  const sheet = document.createElement('div')
  sheet.className = classes.sheet ?? ''
  const probe = createProbe(lines)
  const linesIn = createLines()
  let area = areaInView(useBoardView.getState())
  let drawn = linesIn(area)
  let drawnAt = 0

  function draw(): void {
    drawnAt = performance.now()
    paint({ picture, area, drawn, scale: scaleFor(area), inkOf: probe.inkOf })
    place(picture, area)
    cover(sheet, area)
  }
  draw()
  pane.prepend(picture)
  lines.before(sheet)

  const unsubscribe = [
    subscribeDots(() => {
      if (performance.now() - drawnAt >= REDRAWN_EVERY_MS) draw()
    }),
    useBoardView.subscribe((view) => {
      const next = areaInView(view)
      if (coversView(area, next)) place(picture, area)
      else {
        area = next
        drawn = linesIn(area)
        draw()
      }
    }),
  ]
  return () => {
    for (const end of unsubscribe) end()
    for (const element of [picture, sheet, probe.element]) element.remove()
    // Its pixels would be kept until the next collection.
    picture.width = 0
  }
}

/** Finds the lines that pass an area; each is worked out once. */
function createLines(): (area: Area) => DrawnLine[] {
  const { flow } = useDiagram.getState()
  const cards = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const known = new Map<string, DrawnLine>()

  function drawnOf(edge: FlowEdge, ends: Ends): DrawnLine {
    const drawn = known.get(edge.id) ?? toDrawn(edge, ends)
    known.set(edge.id, drawn)
    return drawn
  }
  return (area) =>
    flow.edges.flatMap((edge) => {
      const [source, target] = [cards.get(edge.source), cards.get(edge.target)]
      if (!source || !target) return []
      const ends = endsOf(source, target)
      return isCurveInArea(ends, area) ? [drawnOf(edge, ends)] : []
    })
}

function toDrawn({ id, type, data }: FlowEdge, { from, to }: Ends): DrawnLine {
  const look = edgeLook(type, data)
  const sides = { sourcePosition: Position.Right, targetPosition: Position.Left }
  const { curve } = lineShape({ sourceX: from.x, sourceY: from.y, targetX: to.x, targetY: to.y, ...sides }, look)
  const { width } = look
  const back = look.bidirectional ? arrowHead({ ...from, towards: -1, width }) : ''
  return { id, look, curve: new Path2D(curve), heads: new Path2D(arrowHead({ ...to, towards: 1, width }) + back) }
}

/** Pixels of a picture of the area to one of the board. */
function scaleFor({ left, top, right, bottom }: Area): number {
  const wanted = useBoardView.getState().zoom * pixelRatio()
  return Math.min(wanted, Math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top))))
}

/** Shifts the picture of an area to where the area is seen. */
function place({ style, width }: HTMLCanvasElement, { left, top, right }: Area): void {
  const { x, y, zoom } = useBoardView.getState()
  style.transform = `translate(${x + left * zoom}px, ${y + top * zoom}px) scale(${((right - left) * zoom) / width})`
}

/** Spreads the sheet over all cards of which a part is in the area. */
function cover({ style }: HTMLElement, { left, top, right, bottom }: Area): void {
  const [beside, above] = [right - left, bottom - top]
  const from = { left: `${left - beside}px`, top: `${top - above}px` }
  Object.assign(style, { ...from, width: `${3 * beside}px`, height: `${3 * above}px` })
}

interface PaintOptions {
  picture: HTMLCanvasElement
  area: Area
  drawn: readonly DrawnLine[]
  /** Pixels of the picture to one of the board. */
  scale: number
  inkOf(look: Look): Ink
}

function paint({ picture, area, drawn, scale, inkOf }: PaintOptions): void {
  const [width, height] = [Math.ceil((area.right - area.left) * scale), Math.ceil((area.bottom - area.top) * scale)]
  if (picture.width !== width || picture.height !== height) Object.assign(picture, { width, height })
  const context = picture.getContext('2d')
  if (!context) return
  context.resetTransform()
  context.clearRect(0, 0, width, height)
  context.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  for (const { id, look, curve, heads } of drawn) {
    const utilization = edgeLoad(id)
    const { color, dashes } = inkOf({
      tone: look.tone,
      load: utilization === null ? undefined : loadLevel(utilization),
      dashed: look.dashed || look.animated ? '' : undefined,
    })
    context.strokeStyle = color
    context.fillStyle = color
    context.setLineDash(dashes)
    context.lineWidth = look.width + loadGrowth(utilization ?? 0)
    context.stroke(curve)
    context.fill(heads)
  }
}

/** Finds out how lines of each look are drawn, by one that is not seen. */
function createProbe(lines: Element) {
  const element = document.createElementNS(SVG, 'svg')
  const group = element.appendChild(document.createElementNS(SVG, 'g'))
  const path = group.appendChild(document.createElementNS(SVG, 'path'))
  group.setAttribute('class', line.line ?? '')
  path.setAttribute('class', `react-flow__edge-path ${line.path}`)
  element.style.display = 'none'
  lines.before(element)
  const inks = new Map<string, Ink>()

  function inkOf(look: Look): Ink {
    const key = Object.values(look).join()
    const known = inks.get(key)
    if (known) return known
    for (const [name, value] of Object.entries(look)) {
      if (value === undefined) delete group.dataset[name]
      else group.dataset[name] = value
    }
    const { stroke, strokeDasharray } = getComputedStyle(path)
    const ink = { color: stroke, dashes: (strokeDasharray.match(/[\d.]+/g) ?? []).map(Number) }
    inks.set(key, ink)
    return ink
  }
  return { element, inkOf }
}
