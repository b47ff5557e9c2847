import { loadLevel } from '../../../shared/ui/load-level.ts'

/** What full load adds to a line's width, in px, and the step in which it grows: a step is painted, the rest is not. */
const GROWTH = { most: 3, step: 0.25 } as const

/** Shows a connection's utilization, 0 to 1, as width and warmth; null for none. Writes only what changed. */
export function showLineLoad(line: SVGGElement, utilization: number | null): void {
  const level = utilization === null ? undefined : loadLevel(utilization)
  if (line.dataset.load !== level) {
    if (level === undefined) delete line.dataset.load
    else line.dataset.load = level
  }
  const growth = String(Math.round(((utilization ?? 0) * GROWTH.most) / GROWTH.step) * GROWTH.step)
  if (line.style.getPropertyValue('--growth') !== growth) line.style.setProperty('--growth', growth)
}
