import { type LucideIcon, Pause, Play, RotateCcw, SkipForward, StepForward } from 'lucide-react'
import { offeredBy, type RunAct } from '../../run/run-control.ts'
import { useEditorSession, useRun } from '../../session/use-editor-session.ts'
import type { PanelLook } from '../../ui/panel.ts'
import panelButton from '../../ui/panel-button.module.css'
import classes from './run-controls.module.css'

interface Look {
  readonly name: string
  readonly Icon: LucideIcon
  /** Where the name alone says too little. */
  readonly tip?: string
}

const LOOKS: Readonly<Record<RunAct, Look>> = {
  start: { name: 'Start', Icon: Play },
  pause: { name: 'Pause', Icon: Pause },
  resume: { name: 'Resume', Icon: Play },
  step: { name: 'Step', Icon: StepForward, tip: 'Step: 100 ms' },
  toEnd: { name: 'To the end', Icon: SkipForward, tip: 'To the end: ten simulated minutes as fast as it goes' },
  reset: { name: 'Reset', Icon: RotateCcw },
}

/** The commands of the present state, the main one first; on the rail as icons alone. */
export function RunControls({ look }: { look: PanelLook }) {
  const session = useEditorSession()
  const run = useRun((run) => run)
  return (
    <div className={classes.root} data-look={look}>
      {offeredBy(run).map((act, index) => {
        const { name, Icon, tip = name } = LOOKS[act]
        const isSmall = act === 'toEnd'
        return (
          <button
            // The main button stays the same element over Start, Pause and Resume, so that it keeps the focus.
            key={index === 0 ? 'main' : name}
            type="button"
            className={`${panelButton.root} ${classes.button}`}
            data-main={index === 0 || undefined}
            data-small={isSmall || undefined}
            aria-label={name}
            title={look !== 'panel' || tip !== name ? tip : undefined}
            onClick={() => session.run.ask(act)}
          >
            <Icon size={15} aria-hidden="true" />
            {look === 'panel' && !isSmall && name}
          </button>
        )
      })}
    </div>
  )
}
