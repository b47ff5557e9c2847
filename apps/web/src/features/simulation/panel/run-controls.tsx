import type { RunState } from '@plimsoll/simulation'
import { type LucideIcon, Pause, Play, RotateCcw } from 'lucide-react'
import { useRun } from '../../../stores/run.ts'
import type { RunController } from '../engine/run-controller.ts'
import classes from './run-controls.module.css'

interface Command {
  readonly name: 'Start' | 'Pause' | 'Resume' | 'Reset'
  readonly act: keyof RunController
  readonly Icon: LucideIcon
}

const start: Command = { name: 'Start', act: 'start', Icon: Play }
const pause: Command = { name: 'Pause', act: 'pause', Icon: Pause }
const resume: Command = { name: 'Resume', act: 'resume', Icon: Play }
const reset: Command = { name: 'Reset', act: 'reset', Icon: RotateCcw }

/** What is offered in each state, the main one first. */
const OFFERED: Readonly<Record<RunState, readonly [Command, ...Command[]]>> = {
  stopped: [start],
  running: [pause, reset],
  paused: [resume, reset],
}

/** The commands of the present state; on the rail as icons alone. */
export function RunControls({ controller, look }: { controller: RunController; look: 'panel' | 'rail' }) {
  const state = useRun((run) => run.state)
  return (
    <div className={classes.root} data-look={look}>
      {OFFERED[state].map(({ name, act, Icon }, index) => (
        <button
          // The main button stays the same element over Start, Pause and Resume, so that it keeps the focus.
          key={index === 0 ? 'main' : name}
          type="button"
          className={classes.button}
          data-main={index === 0 || undefined}
          aria-label={name}
          title={look === 'rail' ? name : undefined}
          onClick={controller[act]}
        >
          <Icon size={15} aria-hidden="true" />
          {look === 'panel' && name}
        </button>
      ))}
    </div>
  )
}
