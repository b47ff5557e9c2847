import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { menuEntries } from '../../src/features/editor/panels/context-menu/menu-entries.ts'
import type { Command, CommandContext } from '../../src/features/editor/tools/commands/command.ts'
import { testSession } from '../editor-session.ts'

let commands: readonly Command[] = []
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const { createCommands, provideCommands } = await import('../../src/features/editor/tools/commands/command-list.ts')
  const session = testSession()
  const context = { session, region: { current: null }, viewport: {}, add: {}, goToProperties: () => {} }
  provideCommands(context as unknown as CommandContext)
  commands = session
    .stateOf(createCommands)
    .getState()
    .commands.map((command) => ({ ...command, isAvailable: () => true }))
})
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['node', ['Connect', 'Copy', 'Duplicate', 'Delete'], ['Add Cache', 'Paste', 'Reconnect end']],
  ['edge', ['Reconnect start', 'Reconnect end', 'Delete'], ['Add Cache', 'Paste', 'Group']],
  ['group', ['Rename', 'Ungroup', 'Copy', 'Delete'], ['Add Cache', 'Reconnect end']],
  ['canvas', ['Add Cache', 'Paste', 'Fit view'], ['Delete', 'Connect', 'Ungroup']],
] as const)('[EDT-61] the menu of a %s offers %j, not %j', (subject, offered, others) => {
  const titles = menuEntries(commands, subject)
    .flat()
    .map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining([...offered]))
  expect(titles.filter((title) => (others as readonly string[]).includes(title))).toEqual([])
})
