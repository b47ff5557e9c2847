import type { RunState } from '@plimsoll/simulation'
import { useRun } from '../../../stores/run.ts'
import classes from './run-status.module.css'

const WORDS = { stopped: 'Stopped', running: 'Running', paused: 'Paused' } as const satisfies Record<RunState, string>

/** The state, told to screen readers once when it changes, and which engine with which seed made the figures. */
export function RunStatus({ look }: { look: 'panel' | 'rail' }) {
  const state = useRun((run) => run.state)
  const seed = useRun((run) => run.seed)
  return (
    <div className={classes.root} data-look={look}>
      <p className={classes.state} data-state={state} role="status">
        <span className={classes.lamp} aria-hidden="true" />
        <span className={look === 'rail' ? 'visually-hidden' : undefined}>{WORDS[state]}</span>
      </p>
      {look === 'panel' && (
        <p className={classes.engine}>
          Engine: live <span className={classes.seed}>seed {seed}</span>
        </p>
      )}
    </div>
  )
}
