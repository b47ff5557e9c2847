import type { RunState } from '@plimsoll/simulation'
import { short } from '../../../../shared/text/number-text.ts'
import { speedText } from '../../run/speeds.ts'
import { useRun } from '../../session/use-editor-session.ts'
import type { PanelLook } from '../../ui/panel.ts'
import classes from './run-status.module.css'
import { SeedField } from './seed-field.tsx'

const MINUTE_MS = 60_000

/** How far a run to the end has come, or how fast a run is that cannot keep up. */
function Pace() {
  const speed = useRun((run) => run.speed)
  const reached = useRun(({ reachedSpeed }) => reachedSpeed)
  const goalMs = useRun((run) => run.goalMs)
  const percent = useRun((run) => run.goalMs && Math.floor((100 * (run.snapshot?.elapsedTime ?? 0)) / run.goalMs))
  if (goalMs !== null && percent !== null)
    return (
      <span className={classes.pace}>
        <progress aria-label={`To the end of ${goalMs / MINUTE_MS} minutes`} max={100} value={percent} /> {percent} %
      </span>
    )
  if (reached === null) return null
  return (
    <span className={classes.pace} title="The run cannot keep up with the speed. Nothing is skipped.">
      {short(reached)} of {speedText(speed)}
    </span>
  )
}

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
          <Pace />
          {state === 'stopped' ? <SeedField /> : <span className={classes.seed}>seed {seed}</span>}
        </div>
      )}
    </div>
  )
}
