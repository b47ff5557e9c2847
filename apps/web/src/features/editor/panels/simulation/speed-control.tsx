import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Input, SegmentedControl } from '@mantine/core'
import { isSpeed, SPEEDS, speedText } from '../../run/speeds.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import type { PanelLook } from '../../ui/panel.ts'
import classes from './speed-control.module.css'

const choose = (session: EditorSession, text: string): void => {
  const speed = Number(text)
  if (isSpeed(speed)) session.run.store.setState({ speed })
}

/** How fast the run goes: all speeds side by side, on the rail the present one to open. */
export function SpeedControl({ look }: { look: PanelLook }) {
  return look === 'panel' ? <SpeedBar /> : <SpeedMenu />
}

function SpeedBar() {
  const session = useEditorSession()
  const speed = useRun((run) => run.speed)
  // Who presents a run leads its speed.
  const isWatched = useRun((run) => run.isWatched)
  return (
    <div className={classes.bar}>
      <span className={classes.legend}>Speed</span>
      <SegmentedControl
        className={classes.choices ?? ''}
        classNames={{ input: classes.radio ?? '' }}
        size="xs"
        withItemsBorders={false}
        aria-label="Speed"
        data={CHOICES}
        value={String(speed)}
        disabled={isWatched}
        onChange={(text) => choose(session, text)}
      />
    </div>
  )
}

function SpeedMenu() {
  const session = useEditorSession()
  const speed = useRun((run) => run.speed)
  // Who presents a run leads its speed.
  const isWatched = useRun((run) => run.isWatched)
  return (
    <Input
      component="select"
      className={classes.menu ?? ''}
      variant="unstyled"
      size="xs"
      pointer
      aria-label="Speed"
      title="Speed"
      value={speed}
      disabled={isWatched}
      onChange={(event) => choose(session, event.currentTarget.value)}
    >
      {CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Input>
  )
}

const CHOICES = SPEEDS.map((speed) => ({ value: String(speed), label: speedText(speed) }))
