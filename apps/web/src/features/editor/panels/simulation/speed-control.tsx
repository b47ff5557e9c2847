import { useId } from 'react'
import { isSpeed, SPEEDS, speedText } from '../../run/speeds.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import classes from './speed-control.module.css'

const choose = (session: EditorSession, text: string): void => {
  const speed = Number(text)
  if (isSpeed(speed)) session.run.store.setState({ speed })
}

/** How fast the run goes: all speeds side by side, on the rail the present one to open. */
export function SpeedControl({ look }: { look: 'panel' | 'rail' }) {
  return look === 'panel' ? <SpeedBar /> : <SpeedMenu />
}

function SpeedBar() {
  const session = useEditorSession()
  const speed = useRun((run) => run.speed)
  const group = useId()
  return (
    <fieldset className={classes.bar}>
      <legend className={classes.legend}>Speed</legend>
      <div className={classes.choices}>
        {SPEEDS.map((choice) => (
          <label key={choice} className={classes.choice}>
            <input
              type="radio"
              className={classes.radio}
              name={group}
              value={choice}
              checked={choice === speed}
              onChange={(event) => choose(session, event.currentTarget.value)}
            />
            {speedText(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SpeedMenu() {
  const session = useEditorSession()
  const speed = useRun((run) => run.speed)
  return (
    <select
      className={classes.menu}
      aria-label="Speed"
      title="Speed"
      value={speed}
      onChange={(event) => choose(session, event.currentTarget.value)}
    >
      {SPEEDS.map((choice) => (
        <option key={choice} value={choice}>
          {speedText(choice)}
        </option>
      ))}
    </select>
  )
}
