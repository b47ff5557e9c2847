import type { RunAct } from '../../run/run-control.ts'
import { randomSeed } from '../../run/seed.ts'
import { neighbour, SPEEDS, type Speed, speedText } from '../../run/speeds.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { announce } from '../../state/announcement.ts'
import type { Command, CommandContext } from './command.ts'

const ACTS: readonly (readonly [title: string, act: RunAct, keys: readonly string[]])[] = [
  ['Start the simulation', 'start', ['Mod+Shift+Enter']],
  ['Pause the simulation', 'pause', ['Mod+Shift+Enter']],
  ['Resume the simulation', 'resume', ['Mod+Shift+Enter']],
  ['Step the simulation by one tick', 'step', ['Mod+Alt+Enter', '.']],
  ['Reset the simulation', 'reset', ['Mod+Shift+Backspace']],
]

export function simulationCommands({ session }: CommandContext): Command[] {
  return [
    ...ACTS.map(([title, act, keys]): Command => {
      return {
        ...HEAD,
        id: `run-${act}`,
        title,
        keys,
        isAvailable: () => session.run.isOffered(act),
        run: () => session.run.ask(act),
      }
    }),
    { ...HEAD, id: 'run-faster', title: 'Run faster', keys: ['>'], ...by(session, 1) },
    { ...HEAD, id: 'run-slower', title: 'Run slower', keys: ['<'], ...by(session, -1) },
    ...SPEEDS.map((speed): Command => {
      const isAvailable = () => session.run.store.getState().speed !== speed
      const title = `Run at ${speedText(speed)}`
      return { ...HEAD, id: `run-at-${speed}`, title, keys: [], isAvailable, run: () => runAt(session, speed) }
    }),
    {
      ...HEAD,
      id: 'run-seed',
      title: 'Give the simulation a new random seed',
      keys: [],
      isAvailable: () => session.run.store.getState().state === 'stopped',
      run: () => {
        const seed = randomSeed()
        session.run.store.setState({ seed })
        announce(session, `Seed ${seed}`)
      },
    },
  ]
}

const HEAD = { section: 'Simulation', scope: 'page', menus: [] } as const

/** To the next speed in a direction, where there is one. */
function by(session: EditorSession, step: 1 | -1): Pick<Command, 'isAvailable' | 'run'> {
  const next = () => neighbour(session.run.store.getState().speed, step)
  return {
    isAvailable: () => next() !== undefined,
    run: () => {
      const speed = next()
      if (speed !== undefined) runAt(session, speed)
    },
  }
}

function runAt(session: EditorSession, speed: Speed): void {
  session.run.store.setState({ speed })
  announce(session, `Speed ${speedText(speed)}`)
}
