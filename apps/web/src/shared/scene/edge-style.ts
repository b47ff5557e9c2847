import type { EdgeLook } from '@plimsoll/catalog'
import { loadLevel } from './load-level.ts'
import type { Token } from './token.ts'

/** How much broader than the edge its load is, in px: at least, and by how much more at full load. It grows in steps, as each is painted. */
const LOAD = { least: 2, growth: 4, step: 0.5, opacity: 0.45 } as const

export interface EdgeStyle {
  readonly color: Token
  /** In px. */
  readonly width: number
}

/** How an edge is drawn, with and without a run. */
export const edgeStyle = ({ tone, width }: Pick<EdgeLook, 'tone' | 'width'>): EdgeStyle => ({
  color: `--edge-${tone}`,
  width,
})

/** The stroke below an edge that shows its utilization, 0 to 1; null where there is none, and without a run. */
export const edgeLoadStyle = (
  { width }: Pick<EdgeLook, 'width'>,
  utilization: number | null,
): (EdgeStyle & { readonly opacity: number }) | null =>
  utilization === null || utilization <= 0
    ? null
    : {
        color: `--load-${loadLevel(utilization)}`,
        width: width + LOAD.least + Math.round((utilization * LOAD.growth) / LOAD.step) * LOAD.step,
        opacity: LOAD.opacity,
      }
