import { type Flow, groupsOf } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import type { StoreApi } from 'zustand'
import { pixelRatio } from '../../../../shared/ui/pixel-ratio.ts'
import { endsOf, isCurveInArea } from '../../core/edge-ends.ts'
import { intersects, type Rect } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import { sceneShapes } from '../../scene/scene.ts'
import type { Shape } from '../../scene/shape.ts'
import { createShapePainter } from '../bitmap/shape-painter.ts'
import { loadsOf } from './snapshot-loads.ts'

/** Below this zoom letters cannot be read. */
const READABLE = 0.3
/** After a drawing, so many times as long as it took is left to everything else. */
const REST = 3

interface PictureOptions {
  readonly canvas: HTMLCanvasElement
  readonly flow: Flow
  readonly run: WithRun['run']
  readonly viewport: StoreApi<SizedViewport>
}

/** Draws what can be seen of a large flow, whenever that or its loads have changed. Returns how to end that. */
export function drawReadingPicture({ canvas, flow, run, viewport }: PictureOptions): () => void {
  const context = canvas.getContext('2d')
  const paint = createShapePainter()
  const carriers = new Set(flow.nodes.filter(hasCapacity).map(({ id }) => id))
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  let frame = 0
  let restsUntil = 0

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    frame = 0
    if (now < restsUntil) {
      request()
      return
    }
    const { x, y, zoom, width, height } = viewport.getState()
    if (!context || zoom === 0) return
    const begun = performance.now()
    const ratio = pixelRatio()
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    context.scale(ratio, ratio)
    context.translate(x, y)
    context.scale(zoom, zoom)
    const area = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
    const { snapshot } = run.store.getState()
    const shapes = sceneShapes(inArea(flow, rects, area), loadsOf(snapshot, carriers)).flat()
    paint(context, zoom < READABLE ? shapes.flatMap(withoutTexts) : shapes.flatMap(withoutIcons))
    restsUntil = performance.now() + REST * (performance.now() - begun)
  }

  const ends = [
    viewport.subscribe(request),
    run.store.subscribe(({ snapshot }, before) => {
      if (snapshot !== before.snapshot) request()
    }),
  ]
  request()
  return () => {
    for (const end of ends) end()
    cancelAnimationFrame(frame)
    context?.clearRect(0, 0, canvas.width, canvas.height)
  }
}

function inArea(flow: Flow, rects: ReadonlyMap<string, Rect>, area: Rect): Flow {
  const bounds = { left: area.x, top: area.y, right: area.x + area.width, bottom: area.y + area.height }
  const isSeen = (rect: Rect | undefined) => rect !== undefined && intersects(rect, area)
  // All nodes stay while an edge is looked for: its ends may lie outside.
  const edges = flow.edges.filter(({ source, target }) => {
    const [from, to] = [rects.get(source), rects.get(target)]
    return from && to && isCurveInArea(endsOf(from, to), bounds)
  })
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]))
  const nodes = flow.nodes.filter(({ id }) => ends.has(id) || isSeen(rects.get(id)))
  return { ...flow, nodes, edges, groups: groupsOf(flow).filter((group) => isSeen(rectOf(group))) }
}

/** The painter has no icons: the tint below them tells the kind. */
const withoutIcons = (shape: Shape): Shape[] => {
  if (shape.kind === 'icon') {
    const { x, y, size, color } = shape
    return [{ kind: 'rect', x, y, width: size, height: size, radius: size / 4, fill: { color } }]
  }
  return shape.kind !== 'text' && shape.fill?.color === '--shadow-raised' ? [] : [shape]
}

const withoutTexts = (shape: Shape): Shape[] => (shape.kind === 'text' ? [] : withoutIcons(shape))
