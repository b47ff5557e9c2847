import type { ReactFlowState } from '@xyflow/react'
import { useBoardView } from '../../../stores/board-view.ts'
import { subscribeDots, useRun } from '../../../stores/run.ts'
import { createDisplayClock } from './display-clock.ts'
import { createSprites, readTheme } from './dot-looks.ts'
import { drawCounts } from './draw-counts.ts'
import { drawDots, type View } from './draw-dots.ts'
import { createEdgePaths } from './edge-paths.ts'
import { createPixelPainter } from './pixel-painter.ts'

/** Finer than two device pixels to one of the screen nobody sees on a dot; it would only cost. */
const MOST_PIXEL_RATIO = 2

interface FlowCanvas {
  getState(): ReactFlowState
  subscribe(listener: (state: ReactFlowState, before: ReactFlowState) => void): () => void
}

/**
 * Keeps the dots of the run on a canvas over the graph: frame by frame while there are dots and the run goes on; otherwise only when
 * something under them moved. Outside React; returns how to end it.
 */
export function renderDots({
  canvas,
  flow,
  isStill,
}: {
  canvas: HTMLCanvasElement
  flow: FlowCanvas
  /** Counts instead of motion. */
  isStill: boolean
}): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const theme = readTheme(context)
  const spritesFor = createSprites(theme)
  const painter = createPixelPainter(context)
  const clock = createDisplayClock()
  const { pathOf } = createEdgePaths(flow.getState)
  let pixelRatio = 1
  let frame = 0

  const unsubscribe = [
    subscribeDots(() => {
      const { state, snapshot } = useRun.getState()
      const take = state === 'running' ? clock.hear : clock.start
      take(snapshot?.elapsedTime ?? 0, performance.now())
      request()
    }),
    flow.subscribe((state, before) => {
      if (state.nodes !== before.nodes && useRun.getState().snapshot) request()
    }),
    useBoardView.subscribe(() => {
      if (useRun.getState().snapshot) request()
    }),
  ]
  clock.start(useRun.getState().snapshot?.elapsedTime ?? 0, performance.now())
  request()

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    frame = 0
    const { state, snapshot, speed } = useRun.getState()
    const view = fit()
    if (state !== 'running') clock.hold(now)
    if (isStill) {
      context?.clearRect(0, 0, view.width, view.height)
      if (context && snapshot) drawCounts({ context, snapshot, pathOf, theme, view, pixelRatio })
      return
    }
    painter.begin()
    if (snapshot) {
      const time = state === 'running' ? clock.read(now, speed) : clock.shown
      const sprites = spritesFor(view.scale / pixelRatio, pixelRatio)
      drawDots({ snapshot, time, pathOf, sprites, view, put: painter.put })
    }
    painter.show()
    if (state === 'running' && snapshot && snapshot.dots.count > 0) request()
  }

  /** Gives the canvas the size of the pane, in device pixels. */
  function fit(): View {
    const { x, y, zoom, width, height } = useBoardView.getState()
    pixelRatio = Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio)
    const pixels = { width: Math.round(width * pixelRatio), height: Math.round(height * pixelRatio) }
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
      Object.assign(canvas, pixels)
      painter.resize(pixels.width, pixels.height)
    }
    return { x: x * pixelRatio, y: y * pixelRatio, scale: zoom * pixelRatio, ...pixels }
  }

  return () => {
    for (const end of unsubscribe) end()
    cancelAnimationFrame(frame)
    context.clearRect(0, 0, canvas.width, canvas.height)
  }
}
