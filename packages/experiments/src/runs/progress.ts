/** How far runs are. */
export interface Progress {
  /** `share`: more of the runs is simulated; `run`: one has ended; `stage`: all of a stage have. */
  readonly of: 'share' | 'run' | 'stage'
  /** Whether all runs are of the plan, or those of a stage that grows in length or in number, or one that happens again. */
  readonly by: 'plan' | 'length' | 'number' | 'replay'
  /** Of all that is to be simulated, as far as that can be told, 0 to 1. */
  readonly ofAll: number
  /** Of the stage, 0 to 1. */
  readonly share: number
  /** Runs of the stage, those that have ended, and those of the stages before. */
  readonly runs: number
  readonly done: number
  readonly runsBefore: number
  /** Simulated time of each. */
  readonly durationMs: number
}
