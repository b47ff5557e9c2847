import type { RunSnapshot, WindowFigures } from './snapshot.ts'

/** Ten seconds of a run, as they are compared with others. */
export interface Stretch extends WindowFigures {
  /** Requests and messages that wait at their end; null: the engine does not tell. */
  readonly waiting: number | null
}

/** The last ten seconds of a run. */
export const lastStretch = ({ windows, nodeFigures }: Pick<RunSnapshot, 'windows' | 'nodeFigures'>): Stretch => ({
  ...windows.last10s,
  waiting: nodeFigures?.waiting.reduce((sum, waiting) => sum + (waiting || 0), 0) ?? null,
})
