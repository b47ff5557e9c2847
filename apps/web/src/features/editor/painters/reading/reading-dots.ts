import type { Flow } from '@plimsoll/flow'
import { pointOn } from '../../../../shared/scene/curve-point.ts'
import { type Curve, edgeCurve } from '../../../../shared/scene/edge-curve.ts'
import { endsOf } from '../../core/edge-ends.ts'
import { rectOf } from '../../core/placement.ts'
import type { WithRun } from '../../run/run.ts'
import { createDisplayClock } from '../dots/display-clock.ts'
import { currentColours } from '../token-colours.ts'
import type { Placing } from './placing.ts'

const RETRIES = ['--retry-0', '--retry-1', '--retry-2', '--retry-3'] as const
/** In px of the screen, at zoom 1 and at least. */
const RADIUS = { normal: 4, least: 2 } as const
const RING = 1.25

interface DotsOptions {
  readonly canvas: HTMLCanvasElement
  readonly flow: Flow
  readonly run: WithRun['run']
  readonly placing: () => Placing
}

/** Draws the requests on their way while the flow runs. Returns how to end that. */
export function drawReadingDots({ canvas, flow, run, placing }: DotsOptions): () => void {
  const context = canvas.getContext('2d')
  const colours = currentColours()
  const looks = RETRIES.map((token) => colours(token))
  const ring = colours('--surface-canvas')
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const curves = new Map(
    flow.edges.flatMap(({ id, source, target }): [string, Curve][] => {
      const [from, to] = [rects.get(source), rects.get(target)]
      if (!from || !to) return []
      const ends = endsOf(from, to)
      return [[id, edgeCurve(ends.from, ends.to)]]
    }),
  )
  const clock = createDisplayClock()
  let frame = 0

  function draw(now: number): void {
    frame = requestAnimationFrame(draw)
    if (!context) return
    const { clientWidth: width, clientHeight: height } = canvas
    const pixels = devicePixelRatio
    const [wide, high] = [Math.round(width * pixels), Math.round(height * pixels)]
    if (canvas.width !== wide) canvas.width = wide
    if (canvas.height !== high) canvas.height = high
    context.setTransform(pixels, 0, 0, pixels, 0, 0)
    context.clearRect(0, 0, width, height)
    const snapshot = run.newestSnapshot()
    if (!snapshot) return
    const { state, speed } = run.store.getState()
    if (state !== 'running') clock.hold(now)
    const time = state === 'running' ? clock.read(now, speed) : clock.shown
    const { x, y, scale } = placing()
    const radius = Math.max(RADIUS.least, RADIUS.normal * scale)
    const discs: { x: number; y: number; look: string }[] = []
    const { count, edge, startedAt, shownMs, retries } = snapshot.dots
    for (let index = 0; index < count; index++) {
      const share = (time - (startedAt[index] ?? 0)) / (shownMs[index] ?? 1)
      const curve = curves.get(snapshot.edges[edge[index] ?? -1] ?? '')
      if (!curve || share < 0 || share >= 1) continue
      const at = pointOn(curve, share)
      const look = looks[Math.min(retries[index] ?? 0, looks.length - 1)] ?? ''
      discs.push({ x: x + scale * at.x, y: y + scale * at.y, look })
    }
    // All rings first: one that lay on the dot before would leave little of it.
    for (const disc of discs) paint(context, { ...disc, radius: radius + RING * Math.min(1, scale), color: ring })
    for (const disc of discs) paint(context, { ...disc, radius, color: disc.look })
  }

  const stopTicks = run.subscribeDots(() => {
    const snapshot = run.newestSnapshot()
    if (snapshot) clock.tick(snapshot.elapsedTime, performance.now())
  })
  const stopStarts = run.store.subscribe(({ state }, before) => {
    if (state === 'running' && before.state === 'stopped') clock.start(0, performance.now())
  })
  frame = requestAnimationFrame(draw)
  return () => {
    cancelAnimationFrame(frame)
    context?.clearRect(0, 0, canvas.width, canvas.height)
    stopTicks()
    stopStarts()
  }
}

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly color: string
}

function paint(context: CanvasRenderingContext2D, { x, y, radius, color }: Disc): void {
  context.fillStyle = color
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
