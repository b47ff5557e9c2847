import { loadLevel } from '../../../../shared/ui/load-level.ts'

/** What full load adds to an edge's width, in px, and the step in which it grows: a step is painted, the rest is not. */
const GROWTH = { most: 3, step: 0.5 } as const

/** By how much a utilization, 0 to 1, widens an edge, in px. */
export const loadGrowth = (utilization: number): number =>
  Math.round((utilization * GROWTH.most) / GROWTH.step) * GROWTH.step

interface EdgeElements {
  readonly group: SVGGElement
  readonly path: SVGPathElement
  /** Of the edge at rest, in px. */
  readonly width: number
}

/**
 * Shows a connection's utilization, 0 to 1, as warmth of its group and width of its path; null for none. It is called ten times a
 * second for every edge in view, so it writes only what changed, and says whether anything did.
 */
export function createEdgeLoad({ group, path, width }: EdgeElements): (utilization: number | null) => boolean {
  let shown = { level: undefined as string | undefined, growth: -1 }
  return (utilization) => {
    const level = utilization === null ? undefined : loadLevel(utilization)
    const growth = loadGrowth(utilization ?? 0)
    if (level === shown.level && growth === shown.growth) return false
    if (level !== shown.level) {
      if (level === undefined) delete group.dataset.load
      else group.dataset.load = level
    }
    if (growth !== shown.growth) path.style.strokeWidth = `${width + growth}px`
    shown = { level, growth }
    return true
  }
}
