import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Command, CommandContext } from '../../src/features/editor/tools/commands/command.ts'
import { simulationCommands } from '../../src/features/editor/tools/commands/simulation.commands.ts'
import { testSession } from '../editor-session.ts'

let session = testSession()
let commands: Command[] = []
const run = (title: string) => commands.find((command) => command.title === title)?.run()
beforeAll(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} })))
beforeEach(() => {
  session = testSession()
  commands = simulationCommands({ session } as CommandContext)
})
afterAll(() => vi.unstubAllGlobals())

it.each(['start', 'pause', 'resume', 'step', 'reset'] as const)('[RUN-36] %s is a command', (act) => {
  const ask = vi.spyOn(session.run, 'ask').mockReturnValue()
  run(`${act[0]?.toUpperCase()}${act.slice(1)} simulation`)
  expect(ask).toHaveBeenCalledExactlyOnceWith(act)
})

it.each([0.5, 2, 5, 20])('[RUN-36] speed %d is a command', (speed) => {
  run(`Set speed to ${speed}×`)
  expect(session.run.store.getState().speed).toBe(speed)
})

it('[RUN-36] a new seed is a command', () => {
  const { seed } = session.run.store.getState()
  run('New random seed')
  expect(session.run.store.getState().seed).not.toBe(seed)
})
