import type { Flow } from '@plimsoll/flow'
import type { RunLog, RunState } from '@plimsoll/simulation'

/** What can be asked of the run on screen. */
export type RunAct = 'start' | 'pause' | 'resume' | 'step' | 'toEnd' | 'reset'

export type RunController = Readonly<Record<RunAct, () => void>> & {
  /** What repeats the run; null: there is none. */
  readonly log: () => Promise<RunLog<Flow> | null>
}

/** What each state offers, the main thing first. */
const OFFERED = {
  stopped: ['start', 'toEnd'],
  running: ['pause', 'toEnd', 'reset'],
  paused: ['resume', 'step', 'toEnd', 'reset'],
} as const satisfies Record<RunState, readonly RunAct[]>

/** What the run on screen offers. That of somebody else can be left, for nothing or for one's own. */
export const offeredBy = ({
  state,
  isWatched,
}: {
  readonly state: RunState
  readonly isWatched: boolean
}): readonly RunAct[] => (isWatched ? ['start', 'reset'] : OFFERED[state])
