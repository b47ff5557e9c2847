import { pixelRatio } from '../../../../shared/ui/pixel-ratio.ts'
import { type Area, type Bounds, cullArea, stillCovers } from '../../core/cull-area.ts'
import { endsOf, isCurveInArea } from '../../core/edge-ends.ts'
import { NAMES_FROM_ZOOM } from '../../core/editor.config.ts'
import { rectOf } from '../../core/placement.ts'
import { edgeShapes, type SceneEdge, sceneEdge } from '../../scene/edge.ts'
import { gridShapes } from '../../scene/grid.ts'
import { loadShapes } from '../../scene/node.ts'
import { createUncoveredNodes } from '../../scene/uncovered-nodes.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { createLoadsInView } from '../nodes/loads-in-view.ts'
import classes from './bitmap.module.css'
import { createShapePainter } from './shape-painter.ts'
import { createBitmap, showBitmap } from './sketch.ts'

/** Larger pictures are drawn coarser: some browsers show nothing of them, and each takes four bytes a pixel. */
const MOST_PIXELS = 2 ** 24

/** How often the loads are drawn anew: on the move nobody sees it more often, and each time takes a picture as large as the viewport. */
const REDRAWN_EVERY_MS = 450

interface DrawOptions {
  /** What holds their elements. */
  readonly edgeLayer: Element
  /** Nodes whose edges are left out. */
  readonly without?: ReadonlySet<string> | undefined
  /** Edges that are left out. */
  readonly withoutEdges: ReadonlySet<string>
  /** Whether the loads of nodes are in the bitmap too, while something runs. */
  readonly withLoads: boolean
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Draws grid and edges near the viewport as one bitmap on the canvas, and keeps it as they are: a browser moves a bitmap for a small part of
 * what it takes to move hundreds of elements. Returns how to end it.
 */
export function drawBitmap(
  session: EditorSession,
  { edgeLayer, without, withoutEdges, withLoads }: DrawOptions,
): () => void {
  const canvas = document.createElement('canvas')
  canvas.className = classes.lines ?? ''
  canvas.setAttribute('aria-hidden', 'true')
  const sheet = document.createElement('div')
  sheet.className = classes.sheet ?? ''
  const paint = createShapePainter()
  const edgesIn = createEdgesIn(session, { without, withoutEdges })
  const nodesIn =
    withLoads && session.run.store.getState().snapshot
      ? createUncoveredNodes(session.document.getState().flow)
      : () => []
  let area = cullArea(session.viewport.getState())
  let drawn = edgesIn(area)
  let loads = nodesIn(area)
  let drawnAt = 0

  function draw(): void {
    drawnAt = performance.now()
    const scale = scaleFor(session, area)
    const bitmap = createBitmap(onPixels(session, area, scale), scale)
    if (!bitmap) return
    const { context } = bitmap
    paint(context, gridShapes(area, session.viewport.getState().zoom))
    const isNamed = isNear(session)
    for (const edge of drawn) paint(context, edgeShapes(edge, session.run.edgeLoad(edge.id), { isNamed }))
    const { nodeLoad, nodePeak } = session.run
    for (const { id, rect } of loads)
      paint(context, loadShapes(rect, { utilization: nodeLoad(id), p95: nodePeak(id) }, { isFar: !isNamed }))
    showBitmap(bitmap, canvas)
    canvas.style.transform = `translate(${bitmap.area.left}px, ${bitmap.area.top}px) scale(${1 / scale})`
    cover(sheet, area)
  }
  function drawAll(): void {
    draw()
    session.stateOf(createLoadsInView).leaveToBitmap(new Set(loads.map(({ id }) => id)))
  }
  drawAll()
  edgeLayer.before(canvas, sheet)

  const unsubscribe = [
    session.run.subscribeDots(() => {
      if (performance.now() - drawnAt >= REDRAWN_EVERY_MS) draw()
    }),
    session.viewport.subscribe((viewport) => {
      const next = cullArea(viewport)
      if (stillCovers(area, next)) return
      area = next
      drawn = edgesIn(area)
      loads = nodesIn(area)
      drawAll()
    }),
  ]
  return () => {
    for (const end of unsubscribe) end()
    session.stateOf(createLoadsInView).leaveToBitmap(NONE)
    for (const part of [canvas, sheet]) part.remove()
    // Its pixels would be kept until the next collection.
    canvas.width = 0
  }
}

/** Finds the edges that pass an area; each is worked out once. */
function createEdgesIn(
  session: EditorSession,
  { without = NONE, withoutEdges }: Pick<DrawOptions, 'without' | 'withoutEdges'>,
): (area: Area) => SceneEdge[] {
  const { flow } = session.document.getState()
  const edges = flow.edges.filter(
    ({ id, source, target }) => !withoutEdges.has(id) && !without.has(source) && !without.has(target),
  )
  const nodes = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const known = new Map<string, SceneEdge>()
  return (area) =>
    edges.flatMap((edge) => {
      const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)]
      if (!source || !target) return []
      const ends = endsOf(source, target)
      if (!isCurveInArea(ends, area)) return []
      const drawn = known.get(edge.id) ?? sceneEdge(edge, ends)
      known.set(edge.id, drawn)
      return [drawn]
    })
}

/** Pixels of a bitmap of the area to one of the flow. */
function scaleFor(session: EditorSession, { left, top, right, bottom }: Area): number {
  const wanted = session.viewport.getState().zoom * pixelRatio()
  return Math.min(wanted, Math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top))))
}

/** Whether names can be read. */
const isNear = (session: EditorSession): boolean => session.viewport.getState().zoom >= NAMES_FROM_ZOOM

/** The area, begun where a pixel of the screen does: edges are as sharp in the bitmap as they are themselves. */
function onPixels(session: EditorSession, { left, top, right, bottom }: Area, scale: number): Bounds {
  const { x, y, zoom } = session.viewport.getState()
  const begin = (at: number, shift: number) => at - (((at + shift / zoom) * scale) % 1) / scale
  return { left: begin(left, x), top: begin(top, y), right, bottom }
}

/** Spreads the sheet over all nodes of which a part is in the area. */
function cover({ style }: HTMLElement, { left, top, right, bottom }: Area): void {
  const [beside, above] = [right - left, bottom - top]
  const from = { left: `${left - beside}px`, top: `${top - above}px` }
  Object.assign(style, { ...from, width: `${3 * beside}px`, height: `${3 * above}px` })
}
