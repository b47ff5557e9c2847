import { useRun } from '../../run/run.ts'
import { askRun, isOffered, type RunAct } from '../../run/run-control.ts'
import { randomSeed } from '../../run/seed.ts'
import { neighbour, SPEEDS, type Speed, speedText } from '../../run/speeds.ts'
import { announce } from '../../state/announcement.ts'
import type { Command } from './command.ts'

const ACTS: readonly (readonly [title: string, act: RunAct, keys: readonly string[]])[] = [
  ['Start the simulation', 'start', ['Mod+Shift+Enter']],
  ['Pause the simulation', 'pause', ['Mod+Shift+Enter']],
  ['Resume the simulation', 'resume', ['Mod+Shift+Enter']],
  ['Step the simulation by one tick', 'step', ['Mod+Alt+Enter', '.']],
  ['Reset the simulation', 'reset', ['Mod+Shift+Backspace']],
]

export function simulationCommands(): Command[] {
  return [
    ...ACTS.map(([title, act, keys]): Command => {
      return { ...HEAD, id: `run-${act}`, title, keys, isAvailable: () => isOffered(act), run: () => askRun(act) }
    }),
    { ...HEAD, id: 'run-faster', title: 'Run faster', keys: ['>'], ...by(1) },
    { ...HEAD, id: 'run-slower', title: 'Run slower', keys: ['<'], ...by(-1) },
    ...SPEEDS.map((speed): Command => {
      const isAvailable = () => useRun.getState().speed !== speed
      const title = `Run at ${speedText(speed)}`
      return { ...HEAD, id: `run-at-${speed}`, title, keys: [], isAvailable, run: () => runAt(speed) }
    }),
    {
      ...HEAD,
      id: 'run-seed',
      title: 'Give the simulation a new random seed',
      keys: [],
      isAvailable: () => useRun.getState().state === 'stopped',
      run: () => {
        const seed = randomSeed()
        useRun.setState({ seed })
        announce(`Seed ${seed}`)
      },
    },
  ]
}

const HEAD = { section: 'Simulation', scope: 'page', menus: [] } as const

/** To the next speed in a direction, where there is one. */
function by(step: 1 | -1): Pick<Command, 'isAvailable' | 'run'> {
  const next = () => neighbour(useRun.getState().speed, step)
  return {
    isAvailable: () => next() !== undefined,
    run: () => {
      const speed = next()
      if (speed !== undefined) runAt(speed)
    },
  }
}

function runAt(speed: Speed): void {
  useRun.setState({ speed })
  announce(`Speed ${speedText(speed)}`)
}
