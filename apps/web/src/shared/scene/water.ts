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
  /** Where the 95th percentile lies, in whole percent, and its colour; null: it is not known. */
  readonly peak: { readonly percent: number; readonly color: `--load-${LoadLevel}` } | null
}

/** The water at a utilization and its 95th percentile over time, 0 to 1; null without a run. */
export function waterOf(utilization: number | null, p95: number | null = null): Water | null {
  if (utilization === null) return null
  const level = loadLevel(utilization)
  const percent = Math.round(utilization * 100)
  return {
    ...{ level, color: `--water-${level}`, lineColor: `--load-${level}`, percent, figure: `${percent} %` },
    peak: p95 === null ? null : { percent: Math.round(Math.min(p95, 1) * 100), color: `--load-${loadLevel(p95)}` },
  }
}
