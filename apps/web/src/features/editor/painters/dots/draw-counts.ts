import type { Dots, RunSnapshot } from '@plimsoll/simulation'

import type { Theme } from './dot-styles.ts'
import { type DeviceViewport, isInView } from './draw-dots.ts'
import type { Paths } from './edge-paths.ts'
import { PATH_LENGTH, PATH_STEPS } from './path-table.ts'

const FONT_PX = 12
const PADDING_PX = 7
const HEIGHT_PX = 20

/** Counts change no oftener than they can be read. */
const STAND_MS = 500

/** How many dots are on each connection, by its place in the run. */
type DotCounts = ReadonlyMap<number, number>

/** Counts the dots of a snapshot, or says what was counted a moment ago. */
export function createDotCounts() {
  let counts: DotCounts = new Map()
  let countedAt = Number.NEGATIVE_INFINITY
  let of: RunSnapshot | null = null

  return (snapshot: RunSnapshot, now: number): DotCounts => {
    const isOfThisRun = of?.edges === snapshot.edges && of.elapsedTime <= snapshot.elapsedTime
    if (isOfThisRun && now - countedAt < STAND_MS) return counts
    counts = countDots(snapshot.dots)
    countedAt = now
    of = snapshot
    return counts
  }
}

function countDots({ count, edge }: Dots): DotCounts {
  const counts = new Map<number, number>()
  for (const index of edge.subarray(0, count)) counts.set(index, (counts.get(index) ?? 0) + 1)
  return counts
}

/** For those who asked for less motion: how many dots each connection carries, in its middle. */
export function drawCounts({
  context,
  counts,
  paths,
  theme,
  viewport,
  pixelRatio,
}: {
  context: CanvasRenderingContext2D
  counts: DotCounts
  paths: Paths
  theme: Theme
  viewport: DeviceViewport
  pixelRatio: number
}): void {
  context.font = `500 ${FONT_PX * pixelRatio}px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = pixelRatio
  for (const [edge, count] of counts) {
    if (!paths.has(edge) || !isInView(paths.boxes, edge, viewport)) continue
    const middle = edge * PATH_LENGTH + PATH_STEPS
    const x = viewport.x + (paths.points[middle] ?? 0) * viewport.scale
    const y = viewport.y + (paths.points[middle + 1] ?? 0) * viewport.scale
    const text = String(count)
    const height = HEIGHT_PX * pixelRatio
    const width = Math.max(height, context.measureText(text).width + 2 * PADDING_PX * pixelRatio)
    context.beginPath()
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2)
    context.fillStyle = theme.surface
    context.fill()
    context.strokeStyle = theme.line
    context.stroke()
    context.fillStyle = theme.text
    context.fillText(text, x, y)
  }
}
