import { loadLevel } from '../../../shared/ui/load-level.ts'

/** What full load adds to a line's width, in px, and the step in which it grows: a step is painted, the rest is not. */
const GROWTH = { most: 3, step: 0.25 } as const

/**
 * Shows a connection's utilization, 0 to 1, as warmth of its group and width of its path; null for none. It is called ten times a
 * second for every line in view, so it writes only what changed.
 */
export function showLineLoad(
  { group, path }: { group: SVGGElement; path: SVGPathElement },
  { utilization, width }: { utilization: number | null; width: number },
): void {
  const level = utilization === null ? undefined : loadLevel(utilization)
  if (group.dataset.load !== level) {
    if (level === undefined) delete group.dataset.load
    else group.dataset.load = level
  }
  const growth = Math.round(((utilization ?? 0) * GROWTH.most) / GROWTH.step) * GROWTH.step
  const stroke = `${width + growth}px`
  if (path.style.strokeWidth !== stroke) path.style.strokeWidth = stroke
}
