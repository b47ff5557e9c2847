import { useBoardView } from '../../../stores/board-view.ts'
import { subscribeDots } from '../../../stores/run.ts'
import line from '../lines/line.module.css'
import { type Area, areaInView, coversView } from './area.ts'
import classes from './moving-view.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** Looks of a line that it shares with others; its names and what can be pressed are left out. */
const LOOKS = ['tone', 'load', 'dashed'] as const

/** Finer than two device pixels to one of the screen nobody sees while it moves. */
const MOST_PIXEL_RATIO = 2

/** How often their load is drawn anew: on the move nobody sees it more often. */
const REDRAWN_EVERY_MS = 400

/** A line in the page: its look, its width, its curve and its arrow heads. */
interface Drawn {
  readonly of: SVGElement
  readonly path: SVGElement
  readonly curve: Path2D
  readonly heads: Path2D
}

interface Ink {
  readonly color: string
  readonly dashes: number[]
}

interface MovingLinesOptions {
  lines: Element
  /** What the picture lies in, under the cards; its corner is the view's. */
  pane: Element
}

/**
 * Draws all lines that are in the page as one picture, and keeps it as the lines are, under the view: a browser moves a picture for a
 * small part of what it takes to move hundreds of elements. Returns how to end it.
 */
export function drawMovingLines({ lines, pane }: MovingLinesOptions): () => void {
  const picture = document.createElement('canvas')
  picture.className = classes.lines ?? ''
  picture.setAttribute('aria-hidden', 'true')
  const sheet = document.createElement('div')
  sheet.className = classes.sheet ?? ''
  lines.before(sheet)
  const probe = createProbe(lines)
  let drawn = drawnOf(lines)
  let area = areaInView(useBoardView.getState())
  let drawnAt = 0

  function draw(): void {
    const view = useBoardView.getState()
    area = areaInView(view)
    drawnAt = performance.now()
    paint({ picture, area, drawn, scale: view.zoom * Math.min(MOST_PIXEL_RATIO, devicePixelRatio), inkOf: probe.inkOf })
    place(picture, area)
    cover(sheet, area)
  }
  draw()
  pane.prepend(picture)

  const observer = new MutationObserver(() => {
    drawn = drawnOf(lines)
    draw()
  })
  observer.observe(lines, { childList: true })
  const unsubscribe = [
    subscribeDots(() => {
      if (performance.now() - drawnAt >= REDRAWN_EVERY_MS) draw()
    }),
    useBoardView.subscribe((view) => {
      if (coversView(area, areaInView(view))) place(picture, area)
      else draw()
    }),
  ]
  return () => {
    observer.disconnect()
    for (const end of unsubscribe) end()
    probe.remove()
    picture.remove()
    sheet.remove()
  }
}

const drawnOf = (lines: Element): Drawn[] =>
  [...lines.querySelectorAll<SVGElement>(`.${line.line}`)].flatMap((of) => {
    const path = of.querySelector<SVGElement>(`.${line.path}`)
    const heads = [...of.querySelectorAll(`.${line.head}`)].map((head) => head.getAttribute('d')).join('')
    return path ? [{ of, path, curve: new Path2D(path.getAttribute('d') ?? ''), heads: new Path2D(heads) }] : []
  })

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
  drawn: readonly Drawn[]
  /** Pixels of the picture to one of the board. */
  scale: number
  inkOf(of: SVGElement): Ink
}

function paint({ picture, area, drawn, scale, inkOf }: PaintOptions): void {
  const [width, height] = [Math.ceil((area.right - area.left) * scale), Math.ceil((area.bottom - area.top) * scale)]
  if (picture.width !== width || picture.height !== height) Object.assign(picture, { width, height })
  const context = picture.getContext('2d')
  if (!context) return
  context.resetTransform()
  context.clearRect(0, 0, width, height)
  context.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  for (const { of, path, curve, heads } of drawn) {
    const { color, dashes } = inkOf(of)
    context.strokeStyle = color
    context.fillStyle = color
    context.setLineDash(dashes)
    context.lineWidth = Number.parseFloat(path.style.strokeWidth)
    context.stroke(curve)
    context.fill(heads)
  }
}

/** Finds out how lines of each look are drawn, by one that is not seen. */
function createProbe(lines: Element) {
  const picture = document.createElementNS(SVG, 'svg')
  const group = picture.appendChild(document.createElementNS(SVG, 'g'))
  const path = group.appendChild(document.createElementNS(SVG, 'path'))
  group.setAttribute('class', line.line ?? '')
  path.setAttribute('class', `react-flow__edge-path ${line.path}`)
  picture.style.display = 'none'
  lines.before(picture)
  const inks = new Map<string, Ink>()

  function inkOf({ dataset }: SVGElement): Ink {
    const look = LOOKS.map((name) => dataset[name]).join()
    const known = inks.get(look)
    if (known) return known
    for (const name of LOOKS) {
      if (dataset[name] === undefined) delete group.dataset[name]
      else group.dataset[name] = dataset[name]
    }
    const { stroke, strokeDasharray } = getComputedStyle(path)
    const ink = { color: stroke, dashes: (strokeDasharray.match(/[\d.]+/g) ?? []).map(Number) }
    inks.set(look, ink)
    return ink
  }
  return { inkOf, remove: () => picture.remove() }
}
