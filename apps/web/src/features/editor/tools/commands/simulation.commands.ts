import type { RunAct } from '../../run/run-control.ts'
import { randomSeed } from '../../run/seed.ts'
import { neighbour, SPEEDS, type Speed, speedText } from '../../run/speeds.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { canPresentRun, togglePresenting } from '../present/present-run.ts'
import type { Command, CommandContext } from './command.ts'

const ACTS: readonly (readonly [title: string, synonyms: readonly string[], act: RunAct, keys: readonly string[]])[] = [
  ['Start simulation', ['run', 'play', 'begin', 'go'], 'start', ['Mod+Shift+Enter']],
  ['Pause simulation', ['stop', 'halt', 'hold'], 'pause', ['Mod+Shift+Enter']],
  ['Resume simulation', ['continue', 'play', 'unpause'], 'resume', ['Mod+Shift+Enter']],
  ['Step simulation', ['one tick', 'next tick', 'advance'], 'step', ['Mod+Alt+Enter', '.']],
  ['Reset simulation', ['end run', 'restart'], 'reset', ['Mod+Shift+Backspace']],
]

export function simulationCommands({ session }: CommandContext): Command[] {
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
        isAvailable: () => session.run.isOffered(act),
        run: () => session.run.ask(act),
      }
    }),
    {
      ...HEAD,
      id: 'run-faster',
      title: 'Increase speed',
      synonyms: ['faster', 'speed up', 'accelerate'],
      keys: ['>'],
      ...by(session, 1),
    },
    {
      ...HEAD,
      id: 'run-slower',
      title: 'Decrease speed',
      synonyms: ['slower', 'slow down', 'decelerate'],
      keys: ['<'],
      ...by(session, -1),
    },
    ...SPEEDS.map((speed): Command => {
      const isAvailable = () => canChangeSpeed(session) && session.run.store.getState().speed !== speed
      const title = `Set speed to ${speedText(speed)}`
      return {
        ...HEAD,
        id: `run-at-${speed}`,
        title,
        synonyms: ['run at', 'rate'],
        keys: [],
        isAvailable,
        run: () => runAt(session, speed),
      }
    }),
    {
      ...HEAD,
      id: 'run-seed',
      title: 'New random seed',
      synonyms: ['reseed', 'shuffle', 'dice'],
      keys: [],
      isAvailable: () => session.run.store.getState().state === 'stopped',
      run: () => {
        const seed = randomSeed()
        session.run.store.setState({ seed })
        announce(session, `Seed ${seed}`)
      },
    },
    {
      ...HEAD,
      id: 'run-present',
      title: 'Present my run',
      synonyms: ['share run', 'show others', 'broadcast', 'stop presenting'],
      keys: [],
      isAvailable: () => canPresentRun(session),
      run: () => togglePresenting(session),
    },
  ]
}

const HEAD = { section: 'Simulation', scope: 'page', menus: [] } as const

/** To the next speed in a direction, where there is one. */
function by(session: EditorSession, step: 1 | -1): Pick<Command, 'isAvailable' | 'run'> {
  const next = () => neighbour(session.run.store.getState().speed, step)
  return {
    isAvailable: () => canChangeSpeed(session) && next() !== undefined,
    run: () => {
      const speed = next()
      if (speed !== undefined) runAt(session, speed)
    },
  }
}

/** Who presents a run leads its speed. */
const canChangeSpeed = ({ run }: EditorSession): boolean => !run.store.getState().isWatched

function runAt(session: EditorSession, speed: Speed): void {
  session.run.store.setState({ speed })
  announce(session, `Speed ${speedText(speed)}`)
}
