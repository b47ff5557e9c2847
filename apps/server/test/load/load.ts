import type { Stage } from '../fairness/stage.ts'
import type { PostgresCluster } from '../support/postgres-cluster.ts'

export type LoadSize = 'small' | 'full'

/** A figure with its bound, which a machine of the design's size keeps. */
export interface Figure {
  what: string
  value: number
  unit: string
  most?: number
  least?: number
}

/** What a row works with, and tells. */
export interface Load {
  stage: Stage
  /** The stage's own PostgreSQL, which may be killed; of rows that ask for one. */
  cluster: PostgresCluster | undefined
  seed: number
  /** A value for the size of this run. */
  sized: <Value>(small: Value, full: Value) => Value
  /** How long a load lasts that takes so many minutes at full size, in milliseconds. */
  lasting: (minutes: number) => number
  /** Notes a figure that depends on the machine. */
  figure: (figure: Figure) => void
  /** Notes what must not be so on any machine. */
  fault: (text: string) => void
  /** Notes something to know. */
  note: (text: string) => void
}

/** A row of the design: a load, and what must hold under it. */
export interface LoadRow {
  id: string
  title: string
  databases: readonly ('SQLite' | 'PostgreSQL')[]
  /** It kills PostgreSQL. */
  hasOwnPostgres?: boolean
  /** Minutes at full size; undefined: it lasts as long as it takes. */
  minutes?: number
  run: (load: Load) => Promise<void>
}

/** Why a figure is not as it should be; undefined when it is. */
export function faultOfFigure({ what, value, unit, most, least }: Figure): string | undefined {
  const bound = value > (most ?? Number.POSITIVE_INFINITY) ? `at most ${most}` : `at least ${least}`
  const isKept = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? Number.NEGATIVE_INFINITY)
  return isKept ? undefined : `${what} ${value} ${unit}, ${bound} ${unit} needed`
}

export const figureText = ({ what, value, unit }: Figure): string => `${what} ${value} ${unit}`
