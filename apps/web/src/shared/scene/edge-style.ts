import type { EdgeLook } from '@plimsoll/catalog'
import { loadLevel } from './load-level.ts'
import type { Token } from './token.ts'

/** What full load adds to an edge's width, in px, and the step in which it grows: a step is painted, the rest is not. */
const GROWTH = { most: 3, step: 0.5 } as const

export interface EdgeStyle {
  readonly color: Token
  /** In px. */
  readonly width: number
}

/** How an edge is drawn at a utilization, 0 to 1; null without a run. */
export const edgeStyle = ({ tone, width }: Pick<EdgeLook, 'tone' | 'width'>, utilization: number | null): EdgeStyle =>
  utilization === null
    ? { color: `--edge-${tone}`, width }
    : {
        color: `--load-${loadLevel(utilization)}`,
        width: width + Math.round((utilization * GROWTH.most) / GROWTH.step) * GROWTH.step,
      }
