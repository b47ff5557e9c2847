import { useRun } from '../../run/run.ts'
import { askRun, isOffered, type RunAct } from '../../run/run-control.ts'
import { randomSeed } from '../../run/seed.ts'
import { neighbour, SPEEDS, type Speed, speedText } from '../../run/speeds.ts'
import { announce } from '../../state/announcement.ts'
import type { Command } from './command.ts'

const ACTS: readonly (readonly [title: string, synonyms: readonly string[], act: RunAct, keys: readonly string[]])[] = [
  ['Start simulation', ['run', 'play', 'begin', 'go'], 'start', ['Mod+Shift+Enter']],
  ['Pause simulation', ['stop', 'halt', 'hold'], 'pause', ['Mod+Shift+Enter']],
  ['Resume simulation', ['continue', 'play', 'unpause'], 'resume', ['Mod+Shift+Enter']],
  ['Step simulation', ['one tick', 'next tick', 'advance'], 'step', ['Mod+Alt+Enter', '.']],
  ['Reset simulation', ['end run', 'restart'], 'reset', ['Mod+Shift+Backspace']],
]

export function simulationCommands(): Command[] {
  return [
    ...ACTS.map(([title, synonyms, act, keys]): Command => {
      const isDestructive = act === 'reset'
      return {
        ...HEAD,
        id: `run-${act}`,
        title,
        synonyms,
        keys,
        isDestructive,
        isAvailable: () => isOffered(act),
        run: () => askRun(act),
      }
    }),
    {
      ...HEAD,
      id: 'run-faster',
      title: 'Increase speed',
      synonyms: ['faster', 'speed up', 'accelerate'],
      keys: ['>'],
      ...by(1),
    },
    {
      ...HEAD,
      id: 'run-slower',
      title: 'Decrease speed',
      synonyms: ['slower', 'slow down', 'decelerate'],
      keys: ['<'],
      ...by(-1),
    },
    ...SPEEDS.map((speed): Command => {
      const isAvailable = () => useRun.getState().speed !== speed
      const title = `Set speed to ${speedText(speed)}`
      return {
        ...HEAD,
        id: `run-at-${speed}`,
        title,
        synonyms: ['run at', 'rate'],
        keys: [],
        isAvailable,
        run: () => runAt(speed),
      }
    }),
    {
      ...HEAD,
      id: 'run-seed',
      title: 'New random seed',
      synonyms: ['reseed', 'shuffle', 'dice'],
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
