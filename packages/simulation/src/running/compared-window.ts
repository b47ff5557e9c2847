import type { RunSnapshot, WindowFigures } from './snapshot.ts'

/** The figures of ten seconds of a run, as they are compared with those of others. */
export interface ComparedWindow extends WindowFigures {
  /** Requests and messages that wait at their end; null: the engine does not tell. */
  readonly waiting: number | null
}

/** Of the last ten seconds of a run. */
export const comparedWindow = ({
  windows,
  nodeFigures,
}: Pick<RunSnapshot, 'windows' | 'nodeFigures'>): ComparedWindow => ({
  ...windows.last10s,
  waiting: nodeFigures?.waiting.reduce((sum, waiting) => sum + (waiting || 0), 0) ?? null,
})
