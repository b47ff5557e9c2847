import type { RunSnapshot } from '@plimsoll/simulation'
import { pixelRatio } from '../../../../shared/ui/pixel-ratio.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import { createDisplayClock } from './display-clock.ts'
import { createDiscs, readTheme } from './dot-styles.ts'
import { createDotCounts, drawCounts } from './draw-counts.ts'
import { type DeviceViewport, drawDots } from './draw-dots.ts'
import type { Paths } from './edge-paths.ts'
import { createPixelPainter } from './pixel-painter.ts'

/** A flow whose run is drawn, and where it lies. */
export interface DotsScene extends Pick<WithRun, 'run'> {
  readonly viewport: () => SizedViewport
  /** Where these connections lie; costs nothing while they are the same. */
  readonly follow: (edges: readonly string[]) => Paths
  /** Tells when something under the dots moved; returns how to end that. */
  readonly onMove: (tell: () => void) => () => void
  /** Moves what was drawn to where it belongs; false: it has to be drawn. */
  readonly shift?: () => boolean
}

interface DotsOptions {
  readonly canvas: HTMLCanvasElement
  /** Counts instead of motion. */
  readonly isStill: boolean
}

/**
 * Keeps the dots of the run on a canvas over the graph: frame by frame while there are dots and the run goes on; otherwise only when
 * something under them moved. Outside React; returns how to end it.
 */
export function renderDots(
  { run, viewport, follow, onMove, shift = () => false }: DotsScene,
  { canvas, isStill }: DotsOptions,
): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const theme = readTheme(context)
  const discsFor = createDiscs(theme)
  const painter = createPixelPainter(context)
  const clock = createDisplayClock()
  const countsOf = createDotCounts()
  let ratio = 1
  let frame = 0

  const unsubscribe = [
    run.subscribeDots(() => {
      hear(run.newestSnapshot(), performance.now())
      request()
    }),
    onMove(() => {
      if (run.newestSnapshot()) request()
    }),
  ]
  clock.start(run.newestSnapshot()?.elapsedTime ?? 0, performance.now())
  request()

  function hear(snapshot: RunSnapshot | null, now: number): void {
    const { state } = run.store.getState()
    if (snapshot && state === 'paused') clock.step(snapshot.elapsedTime)
    else clock.tick(snapshot?.elapsedTime ?? 0, now)
  }

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    frame = 0
    if (shift()) {
      request()
      return
    }
    const { state } = run.store.getState()
    const snapshot = run.newestSnapshot()
    // An empty canvas takes as long to compose with each frame as a full one.
    canvas.style.display = snapshot ? '' : 'none'
    const fitted = fit()
    if (isStill) {
      drawStill(snapshot, fitted, now)
      return
    }
    const dots = snapshot?.dots
    painter.begin()
    if (snapshot && dots) {
      const discs = discsFor(fitted.scale / ratio, ratio)
      painter.use(discs)
      const paths = follow(snapshot.edges)
      drawDots({ dots, time: timeAt(now), paths, viewport: fitted, put: painter.put })
    }
    painter.show()
    if (state === 'running' && dots && dots.count > 0) request()
    else clock.hold(now)
  }

  function timeAt(now: number): number {
    const { state, speed, reachedSpeed } = run.store.getState()
    return state === 'running' ? clock.read(now, reachedSpeed ?? speed) : clock.shown
  }

  function drawStill(snapshot: RunSnapshot | null, fitted: DeviceViewport, now: number): void {
    context?.clearRect(0, 0, fitted.width, fitted.height)
    if (!context || !snapshot) return
    const paths = follow(snapshot.edges)
    drawCounts({ context, counts: countsOf(snapshot, now), paths, theme, viewport: fitted, pixelRatio: ratio })
  }

  /** Gives the canvas the size of the pane, in device pixels. */
  function fit(): DeviceViewport {
    const { x, y, zoom, width, height } = viewport()
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
