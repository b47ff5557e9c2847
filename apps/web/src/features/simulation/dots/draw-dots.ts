import { DOTS, type LiveSnapshot, TICK_MS } from '@plimsoll/simulation'
import { PATH_STEPS, type PathTable } from './path-table.ts'
import type { Sprite } from './pixel-painter.ts'

/** From canvas coordinates to device pixels. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly width: number
  readonly height: number
}

/** Multiples of the golden ratio spread evenly, however many there are. */
const GOLDEN = 0.618034

type Put = (sprite: Sprite, x: number, y: number) => void

/** Puts every dot where it is at a simulated time: it crosses its edge from end to end while it is shown. */
export function drawDots({
  snapshot,
  time,
  pathOf,
  sprites,
  view,
  put,
}: {
  snapshot: LiveSnapshot
  time: number
  pathOf: (edgeId: string) => PathTable | null
  sprites: readonly Sprite[]
  view: View
  put: Put
}): void {
  const { dots, edges } = snapshot
  const paths = new Map<number, PathTable | null>()
  for (let i = 0; i < dots.count; i += 1) {
    const progress = progressOf({ since: time - (dots.startedAt[i] ?? 0), request: dots.id[i] ?? 0 })
    if (progress < 0 || progress >= 1) continue
    const edge = dots.edge[i] ?? 0
    let path = paths.get(edge)
    if (path === undefined) {
      const known = pathOf(edges[edge] ?? '')
      path = known && isInView(known, view) ? known : null
      paths.set(edge, path)
    }
    const sprite = sprites[Math.min(dots.retries[i] ?? 0, sprites.length - 1)]
    if (!path || !sprite) continue
    const along = progress * PATH_STEPS
    const step = Math.floor(along)
    const share = along - step
    const { points } = path
    const x = (points[2 * step] ?? 0) * (1 - share) + (points[2 * step + 2] ?? 0) * share
    const y = (points[2 * step + 1] ?? 0) * (1 - share) + (points[2 * step + 3] ?? 0) * share
    put(sprite, view.x + x * view.scale, view.y + y * view.scale)
  }
}

/**
 * Where a dot is on its way, 0 to 1. All requests of a tick hop at the same moment; their dots set out spread over the tick and arrive
 * together, or else forty of them would look like one.
 */
function progressOf({ since, request }: { since: number; request: number }): number {
  const late = ((request * GOLDEN) % 1) * TICK_MS
  return (since - late) / (DOTS.visibleMs - late)
}

export function isInView({ left, top, right, bottom }: PathTable, view: View): boolean {
  return (
    view.x + right * view.scale >= 0 &&
    view.x + left * view.scale <= view.width &&
    view.y + bottom * view.scale >= 0 &&
    view.y + top * view.scale <= view.height
  )
}
