import type { RunSnapshot } from '@plimsoll/simulation'
import type { ReactFlowState } from '@xyflow/react'
import { pixelRatio } from '../../../../shared/ui/pixel-ratio.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { createCanvasShift } from './canvas-shift.ts'
import { createDisplayClock } from './display-clock.ts'
import { createDiscs, readTheme } from './dot-styles.ts'
import { createDotCounts, drawCounts } from './draw-counts.ts'
import { type DeviceViewport, drawDots } from './draw-dots.ts'
import { createEdgePaths } from './edge-paths.ts'
import { createPixelPainter } from './pixel-painter.ts'

interface FlowCanvas {
  getState(): ReactFlowState
  subscribe(listener: (state: ReactFlowState, before: ReactFlowState) => void): () => void
}

/**
 * Keeps the dots of the run on a canvas over the graph: frame by frame while there are dots and the run goes on; otherwise only when
 * something under them moved. Outside React; returns how to end it.
 */
export function renderDots(
  session: EditorSession,
  {
    canvas,
    flow,
    isStill,
  }: {
    canvas: HTMLCanvasElement
    flow: FlowCanvas
    /** Counts instead of motion. */
    isStill: boolean
  },
): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const theme = readTheme(context)
  const discsFor = createDiscs(theme)
  const painter = createPixelPainter(context)
  const clock = createDisplayClock()
  const edgePaths = createEdgePaths(session, flow.getState)
  const countsOf = createDotCounts()
  const shift = createCanvasShift(canvas)
  let ratio = 1
  let frame = 0

  const unsubscribe = [
    session.run.subscribeDots(() => {
      hear(session.run.newestSnapshot(), performance.now())
      request()
    }),
    flow.subscribe((state, before) => {
      edgePaths.expire()
      if (state.nodes !== before.nodes && session.run.newestSnapshot()) request()
    }),
    session.directDrag.subscribe(() => {
      edgePaths.expire()
      if (session.run.newestSnapshot()) request()
    }),
    session.viewport.subscribe(() => {
      if (session.run.newestSnapshot()) request()
    }),
  ]
  clock.start(session.run.newestSnapshot()?.elapsedTime ?? 0, performance.now())
  request()

  function hear(snapshot: RunSnapshot | null, now: number): void {
    const { state } = session.run.store.getState()
    if (snapshot && state === 'paused') clock.step(snapshot.elapsedTime)
    else clock.tick(snapshot?.elapsedTime ?? 0, now)
  }

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    frame = 0
    if (shift(session.viewport.getState())) {
      request()
      return
    }
    const { state } = session.run.store.getState()
    const snapshot = session.run.newestSnapshot()
    // An empty canvas takes as long to compose with each frame as a full one.
    canvas.style.display = snapshot ? '' : 'none'
    const viewport = fit()
    if (isStill) {
      drawStill(snapshot, viewport, now)
      return
    }
    const dots = snapshot?.dots
    painter.begin()
    if (snapshot && dots) {
      const discs = discsFor(viewport.scale / ratio, ratio)
      painter.use(discs)
      const paths = edgePaths.follow(snapshot.edges)
      drawDots({ dots, time: timeAt(now), paths, looks: discs.length, viewport, put: painter.put })
    }
    painter.show()
    if (state === 'running' && dots && dots.count > 0) request()
    else clock.hold(now)
  }

  function timeAt(now: number): number {
    const { state, speed, reachedSpeed } = session.run.store.getState()
    return state === 'running' ? clock.read(now, reachedSpeed ?? speed) : clock.shown
  }

  function drawStill(snapshot: RunSnapshot | null, viewport: DeviceViewport, now: number): void {
    context?.clearRect(0, 0, viewport.width, viewport.height)
    if (!context || !snapshot) return
    const paths = edgePaths.follow(snapshot.edges)
    drawCounts({ context, counts: countsOf(snapshot, now), paths, theme, viewport, pixelRatio: ratio })
  }

  /** Gives the canvas the size of the pane, in device pixels. */
  function fit(): DeviceViewport {
    const { x, y, zoom, width, height } = session.viewport.getState()
    ratio = pixelRatio()
    const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
      Object.assign(canvas, pixels)
      painter.resize(pixels.width, pixels.height)
    }
    return { x: x * ratio, y: y * ratio, scale: zoom * ratio, ...pixels }
  }

  return () => {
    for (const end of unsubscribe) end()
    cancelAnimationFrame(frame)
    context.clearRect(0, 0, canvas.width, canvas.height)
  }
}
