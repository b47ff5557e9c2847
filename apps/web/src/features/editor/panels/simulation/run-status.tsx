import type { RunState } from '@plimsoll/simulation'
import { useRun } from '../../session/use-editor-session.ts'
import type { PanelLook } from '../../ui/panel.ts'
import classes from './run-status.module.css'
import { SeedField } from './seed-field.tsx'

const WORDS = { stopped: 'Stopped', running: 'Running', paused: 'Paused' } as const satisfies Record<RunState, string>

/** The state, told to screen readers once when it changes, and which engine with which seed makes the figures. */
export function RunStatus({ look }: { look: PanelLook }) {
  const state = useRun((run) => run.state)
  const seed = useRun((run) => run.seed)
  return (
    <div className={classes.root} data-look={look}>
      <p className={classes.state} data-state={state} role="status">
        <span className={classes.lamp} aria-hidden="true" />
        <span className={look !== 'panel' ? 'visually-hidden' : undefined}>{WORDS[state]}</span>
      </p>
      {look === 'panel' && (
        <div className={classes.engine}>
          {state === 'stopped' ? <SeedField /> : <span className={classes.seed}>seed {seed}</span>}
        </div>
      )}
    </div>
  )
}
