import { type LoadLevel, loadLevel } from './load-level.ts'

/** How a node shows its utilization. */
export interface Water {
  readonly level: LoadLevel
  readonly color: `--water-${LoadLevel}`
  readonly lineColor: `--load-${LoadLevel}`
  /** How much of the node's inside lies under water, in whole percent. */
  readonly percent: number
  /** What stands beside the node's name: `60 %`. */
  readonly figure: string
}

/** The water at a utilization, 0 to 1; null without a run. */
export function waterOf(utilization: number | null): Water | null {
  if (utilization === null) return null
  const level = loadLevel(utilization)
  const percent = Math.round(utilization * 100)
  return { level, color: `--water-${level}`, lineColor: `--load-${level}`, percent, figure: `${percent} %` }
}
