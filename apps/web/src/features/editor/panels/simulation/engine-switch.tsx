import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { SegmentedControl } from '@mantine/core'
import { DEFAULT_ENGINE, ENGINES, type Engine, engineOf } from '@plimsoll/simulation'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import classes from './speed-control.module.css'

const NAMES: Readonly<Record<Engine, string>> = { events: 'Queueing', live: 'Ticks' }

const CHOICES = ENGINES.map((engine) => ({ value: engine, label: NAMES[engine] }))

/** Which engine runs the design; it is saved with it. Another one ends the run, which was not its own. */
export function EngineSwitch() {
  const session = useEditorSession()
  const engine = useDocument(({ flow }) => engineOf(flow.simulation))
  return (
    <div className={classes.bar}>
      <span className={classes.legend}>Engine</span>
      <SegmentedControl
        className={classes.choices ?? ''}
        classNames={{ input: classes.radio ?? '' }}
        size="xs"
        withItemsBorders={false}
        aria-label="Engine"
        data={CHOICES}
        value={engine ?? ''}
        onChange={(value) =>
          session.document.getState().dispatch({
            type: 'set-simulation',
            name: 'engine',
            value: value === DEFAULT_ENGINE ? undefined : value,
          })
        }
      />
    </div>
  )
}
