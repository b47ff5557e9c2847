import { type Dots, dotTone } from '@plimsoll/simulation'
import type { Paths } from './edge-paths.ts'
import { PATH_LENGTH, PATH_STEPS } from './path-table.ts'

/** From canvas coordinates to device pixels. */
export interface DeviceViewport {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly width: number
  readonly height: number
}

/** Puts every dot where it is at a time, by the number of its tone: it crosses its connection from end to end while it is shown. */
export function drawDots({
  dots: { count, edge, startedAt, shownMs, retries },
  time,
  paths,
  viewport,
  put,
}: {
  dots: Dots
  /** On the clock of `startedAt`. */
  time: number
  paths: Paths
  viewport: DeviceViewport
  put: (tone: number, x: number, y: number) => void
}): void {
  const { points } = paths
  // The dots of a connection mostly come one after the other.
  let looked = -1
  let isSeen = false
  for (let i = 0; i < count; i += 1) {
    const progress = (time - (startedAt[i] ?? 0)) / (shownMs[i] ?? 1)
    if (progress < 0 || progress >= 1) continue
    const index = edge[i] ?? 0
    if (index !== looked) {
      looked = index
      isSeen = paths.has(index) && isInView(paths.boxes, index, viewport)
    }
    if (!isSeen) continue
    const along = progress * PATH_STEPS
    const step = Math.floor(along)
    const share = along - step
    const at = index * PATH_LENGTH + 2 * step
    const x = (points[at] ?? 0) * (1 - share) + (points[at + 2] ?? 0) * share
    const y = (points[at + 1] ?? 0) * (1 - share) + (points[at + 3] ?? 0) * share
    put(dotTone(retries[i] ?? 0), viewport.x + x * viewport.scale, viewport.y + y * viewport.scale)
  }
}

/** Whether any of a connection's box lies in view. */
export function isInView(boxes: Float32Array, edge: number, { x, y, scale, width, height }: DeviceViewport): boolean {
  const at = 4 * edge
  return (
    x + (boxes[at + 2] ?? 0) * scale >= 0 &&
    x + (boxes[at] ?? 0) * scale <= width &&
    y + (boxes[at + 3] ?? 0) * scale >= 0 &&
    y + (boxes[at + 1] ?? 0) * scale <= height
  )
}
