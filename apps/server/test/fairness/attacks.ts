import type { Stage } from './stage.ts'

export interface Attack {
  stage: Stage
  /** Aborted when the time of the attack is over. */
  until: AbortSignal
  random: () => number
  /** A value for the size of this run. */
  sized: (small: number, full: number) => number
  /** Notes something that must not be so, beside what honest users see. */
  fault: (text: string) => void
}

/** A row of the table: how the server is attacked beside honest users. */
export interface Row {
  id: string
  title: string
  /** Prepares, and returns what attacks; that returns what it did. */
  prepare: (attack: Attack) => Promise<() => Promise<string>>
}
