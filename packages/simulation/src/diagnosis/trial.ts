import { type ComparedWindow, comparedWindow } from '../running/compared-window.ts'
import type { RunningSimulation } from '../running/running-simulation.ts'

/** What changes are expected to do: the last ten seconds of two runs with the same seed, as the flow is and with the changes. */
export interface Trial {
  /** Simulated seconds from Start. */
  readonly untilS: number
  readonly without: ComparedWindow
  readonly withChanges: ComparedWindow
}

/** Simulated seconds at which both are compared: the last of them that both reach in time. */
const COMPARED_AT_S = [10, 20, 30] as const
/** Events between two looks at the time. */
const SLICE = { events: 2000 } as const

interface TrialOptions<Flow> {
  readonly flow: Flow
  readonly changed: Flow
  /** A run of a flow, always with the same seed. */
  readonly open: (flow: Flow) => RunningSimulation<Flow>
  readonly isTimeUp: () => boolean
}

/** Runs a flow with and without changes. Null where it takes too long. Throws where one of them cannot be simulated. */
export function tryChanges<Flow>({ flow, changed, open, isTimeUp }: TrialOptions<Flow>): Trial | null {
  const runs = [open(flow), open(changed)] as const
  let trial: Trial | null = null
  for (const untilS of COMPARED_AT_S) {
    if (!runs.every((run) => reaches(run, untilS * 1000, isTimeUp))) break
    const [without, withChanges] = runs.map((run) => comparedWindow(run.snapshot()))
    if (without && withChanges) trial = { untilS, without, withChanges }
  }
  return trial
}

function reaches(run: RunningSimulation<unknown>, untilMs: number, isTimeUp: () => boolean): boolean {
  while (true) {
    const reached = run.advance(untilMs, SLICE)
    if (reached !== 'budget') return reached === 'time'
    if (isTimeUp()) return false
  }
}
