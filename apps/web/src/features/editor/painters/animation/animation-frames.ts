import type { Flow } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import type { RunningSimulation } from '@plimsoll/simulation'
import { mostDotsOf } from '@plimsoll/simulation'
import { flowBounds } from '../../core/flow-bounds.ts'
import { rectOf } from '../../core/placement.ts'
import { openSimulation } from '../../run/worker/open-simulation.ts'
import { sceneShapes } from '../../scene/scene.ts'
import type { Shape } from '../../scene/shape.ts'
import { createShapePainter } from '../bitmap/shape-painter.ts'
import { createDiscs, readTheme, rgb } from '../dots/dot-styles.ts'
import { drawDots } from '../dots/draw-dots.ts'
import { createPaths } from '../dots/edge-paths.ts'
import { createPixelPainter } from '../dots/pixel-painter.ts'
import { loadsOf } from '../reading/snapshot-loads.ts'
import type { TokenColours } from '../token-colours.ts'
import type { AnimationLook, AnimationOrder } from './animation-messages.ts'
import { type AnimationSize, animationSize } from './animation-size.ts'
import { fitted } from './fitted-texts.ts'

/** Loads change four times a second of the animation, as on the canvas: figures that change oftener cannot be read. */
const LOADS_MS = 250
/** Events between two looks at how far the run has come. */
const SLICE = { events: 100_000 }
/** Below this zoom letters cannot be read. */
const READABLE = 0.2

/** Loads that show every colour of water and edges. */
const LEVELS = [null, 0.25, 0.55, 0.75, 0.93, 1] as const

/** The pictures of an animation, which follow from flow, seed and simulated time alone. */
export function createAnimationFrames({ flow, seed, speed, options, look }: AnimationOrder) {
  const bounds = flowBounds(flow)
  const size = animationSize(bounds, options.size)
  const colours: TokenColours = Object.assign((token: string) => look.tokens[token] ?? '', { shadow: look.shadow })
  const { zoom } = size
  const viewport = { x: -bounds.x * zoom, y: -bounds.y * zoom, scale: zoom, width: size.width, height: size.height }

  const ground = context(size)
  const picture = context(size)
  const dotsLayer = context(size)
  const paint = createShapePainter({ colours, paintIcon: (on, icon) => paintIcon(on, icon, look.icons) })
  const theme = readTheme(picture, colours)
  const discs = createDiscs(theme)(zoom, 1)
  const dots = createPixelPainter(dotsLayer)
  dots.resize(size.width, size.height)
  dots.use(discs)
  const { follow } = createPaths(endsIn(flow))
  const carriers = new Set(flow.nodes.filter(hasCapacity).map(({ id }) => id))
  const run: RunningSimulation<Flow> = openSimulation({ flow, seed })
  run.watch({ speed, most: mostDotsOf(flow.simulation) })
  let loadsOfTick = -1

  function paintGround(loads: ReadonlyMap<string, number>): void {
    ground.resetTransform()
    ground.fillStyle = colours('--surface-canvas')
    ground.fillRect(0, 0, size.width, size.height)
    ground.setTransform(zoom, 0, 0, zoom, viewport.x, viewport.y)
    const fit = fitted(ground, colours('--font'))
    paint(
      ground,
      sceneShapes(flow, loads).flatMap((shapes) => shapes.flatMap((shape) => drawable(shape, fit))),
    )
  }

  function drawable(shape: Shape, fit: (shape: Shape) => Shape): Shape[] {
    if (shape.kind === 'text') return zoom < READABLE ? [] : [fit(shape)]
    if (shape.kind === 'rect' && shape.fill?.color === '--shadow-raised')
      return [{ ...shape, fill: { ...shape.fill, opacity: look.shadow.fillOpacity } }]
    return [shape]
  }

  function goTo(timeMs: number): void {
    while (run.timeMs < timeMs && run.advance(timeMs, SLICE) === 'budget');
  }

  /** Shows how the run stands at so much of the animation, ms; never earlier than before. */
  function show(atMs: number): void {
    const timeMs = options.fromSeconds * 1000 + atMs * speed
    goTo(timeMs)
    const snapshot = run.snapshot()
    const tick = Math.floor(atMs / LOADS_MS)
    if (tick !== loadsOfTick) {
      loadsOfTick = tick
      paintGround(loadsOf(snapshot, carriers))
    }
    dots.begin()
    drawDots({
      dots: snapshot.dots,
      time: timeMs,
      paths: follow(snapshot.edges),
      viewport,
      put: dots.put,
    })
    compose()
  }

  function compose(): void {
    dots.show()
    picture.drawImage(ground.canvas, 0, 0)
    picture.drawImage(dotsLayer.canvas, 0, 0)
  }

  /** Shows the flow at a load that all of it has, with dots of every look: what the colours of a GIF are chosen from. */
  function showSample(level: number | null): void {
    const all = [...carriers, ...flow.edges.map(({ id }) => id)]
    paintGround(new Map(level === null ? [] : all.map((id) => [id, level])))
    dots.begin()
    for (let x = 0; x < size.width; x += 24) for (const disc of discs.keys()) dots.put(disc, x, 24 * (disc + 1))
    compose()
    loadsOfTick = -1
  }

  return {
    size,
    canvas: picture.canvas,
    exact: [rgb(picture, colours('--surface')), theme.canvas, ...theme.retries],
    show,
    sample: () =>
      LEVELS.map((level) => {
        showSample(level)
        return pixels()
      }),
    pixels,
  }

  function pixels(): Uint8ClampedArray {
    return picture.getImageData(0, 0, size.width, size.height).data
  }
}

function context({ width, height }: AnimationSize): OffscreenCanvasRenderingContext2D {
  const made = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!made) throw new Error('the browser has no room for pictures of this size')
  return made
}

function endsIn(flow: Flow): Parameters<typeof createPaths>[0] {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const edges = new Map(flow.edges.map((edge) => [edge.id, edge]))
  return (id) => {
    const edge = edges.get(id)
    const [source, target] = [rects.get(edge?.source ?? ''), rects.get(edge?.target ?? '')]
    return source && target ? [source, target] : null
  }
}

function paintIcon(
  on: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { type, x, y, size }: Extract<Shape, { kind: 'icon' }>,
  icons: AnimationLook['icons'],
): void {
  const icon = icons.get(type)
  if (icon) on.drawImage(icon, x, y, size, size)
}
