import { Button } from '@mantine/core'
import { Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import type { WithRun } from '../../run/run.ts'
import type { RunAct } from '../../run/run-control.ts'

const MAIN = {
  stopped: { act: 'start', name: 'Start', Icon: Play },
  running: { act: 'pause', name: 'Pause', Icon: Pause },
  paused: { act: 'resume', name: 'Resume', Icon: Play },
} as const satisfies Record<string, { readonly act: RunAct; readonly name: string; readonly Icon: typeof Play }>

/** Starts a run, and stops and continues it; not that of somebody else. */
export function RunButton({ run }: Pick<WithRun, 'run'>) {
  const state = useStore(run.store, (shown) => (shown.isWatched ? null : shown.state))
  if (state === null) return null
  const { act, name, Icon } = MAIN[state]
  return (
    <Button leftSection={<Icon size={15} aria-hidden="true" />} onClick={() => run.ask(act)}>
      {name}
    </Button>
  )
}
