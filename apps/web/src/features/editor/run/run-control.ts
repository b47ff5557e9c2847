import type { RunState } from '@plimsoll/live-engine'
import { useRun } from './run.ts'

/** What can be asked of the run on screen. */
export type RunAct = 'start' | 'pause' | 'resume' | 'step' | 'reset'

export type RunController = Readonly<Record<RunAct, () => void>>

/** What each state offers, the main thing first. */
export const OFFERED = {
  stopped: ['start'],
  running: ['pause', 'reset'],
  paused: ['resume', 'step', 'reset'],
} as const satisfies Record<RunState, readonly RunAct[]>

let controller: RunController | null = null

/** Whoever simulates takes what is asked from now on; gives back how to end that. */
export function takeControl(next: RunController): () => void {
  controller = next
  return () => {
    if (controller === next) controller = null
  }
}

export function isOffered(act: RunAct): boolean {
  const offered: readonly RunAct[] = OFFERED[useRun.getState().state]
  return controller !== null && offered.includes(act)
}

/** Does it, if the state of the run offers it. */
export function askRun(act: RunAct): void {
  if (isOffered(act)) controller?.[act]()
}
