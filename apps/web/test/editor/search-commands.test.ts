import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Command, CommandContext } from '../../src/features/editor/tools/commands/command.ts'
import { searchCommands } from '../../src/features/editor/tools/commands/search-commands.ts'
import { testSession } from '../editor-session.ts'

/** What people type for a command. */
const WORDS = {
  Deselect: 'deselect, unselect, clear selection, select none, let go, de',
  'Select all': 'select, everything',
  'Invert selection': 'invert, inverse, select others',
  'Select same kind': 'similar, same type',
  Delete: 'delete, remove, del, erase',
  Cut: 'cut',
  Copy: 'copy',
  Duplicate: 'duplicate, clone',
  Paste: 'paste',
  Undo: 'undo, revert',
  Connect: 'connect, link',
  'Reconnect start': 'reconnect, rewire',
  Rename: 'rename, change name',
  Group: 'group, frame',
  Ungroup: 'ungroup',
  'Auto layout': 'tidy, clean up, layout, arrange, organize',
  'Align left': 'align',
  'Fit view': 'fit, zoom to fit, show all, overview',
  'Zoom in': 'zoom, magnify',
  'Zoom to 100 %': 'actual size, 100, reset zoom',
  'Zoom to selection': 'zoom to selection',
  'Find …': 'find, search, where is',
  'Save …': 'save',
  'Load …': 'load, open',
  'Clear Board': 'clear, wipe, start over',
  'Export as PNG': 'export, image, picture, download',
  'Start simulation': 'start, run, play',
  'Pause simulation': 'pause, stop',
  'Reset simulation': 'reset, restart',
  'Increase speed': 'faster, speed',
  'Set speed to 0.5×': 'run at 0.5',
  'Add Load Balancer': 'add lb, load balancer',
  'Edit properties': 'settings, properties, edit',
  'Keyboard shortcuts …': 'shortcuts, keys, help',
}

let commands: readonly Command[] = []

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const { createCommands, provideCommands } = await import('../../src/features/editor/tools/commands/command-list.ts')
  const session = testSession()
  const context = { session, region: { current: null }, viewport: {}, add: {}, goToProperties: () => {} }
  const end = provideCommands(context as unknown as CommandContext)
  commands = session.stateOf(createCommands).getState().commands
  end()
  vi.unstubAllGlobals()
})

const titles = (found: readonly Command[]) => found.map(({ title }) => title)
const firstFor = (typed: string) => titles(searchCommands(commands, typed))[0]
const wordsOf = ({ title, synonyms = [] }: Command) => [title, ...synonyms].join(' ').toLowerCase().split(/\s+/)
const prefixesOf = (text: string) => Array.from(text, (_, index) => text.slice(0, index + 1))

describe('commands by what was typed', () => {
  it.each(Object.entries(WORDS))('[EDT-352] %s is the first for: %s', (title, words) => {
    for (const typed of words.split(', ')) expect(firstFor(typed), typed).toBe(title)
  })

  it('[EDT-352] every command is the first for its whole name', () => {
    expect(commands.length).toBeGreaterThan(60)
    expect(commands.filter(({ title }) => firstFor(title) !== title)).toEqual([])
  })

  it('[EXC-32] each entry of the Export menu is a command', () => {
    expect(titles(commands)).toEqual(
      expect.arrayContaining([
        ...['PNG', 'SVG', 'JSON', 'Mermaid'].map((format) => `Export as ${format}`),
        ...['PNG', 'SVG'].map((format) => `Export selection as ${format}`),
      ]),
    )
  })

  it('[EDT-130] no beginning of a word or name of another command leads to a destructive one first', () => {
    const destructive = commands.filter(({ isDestructive }) => isDestructive)
    expect(titles(destructive)).toEqual(['Cut', 'Delete', 'Reset simulation', 'Clear Board'])
    const typed = commands
      .filter(({ isDestructive }) => !isDestructive)
      .flatMap((command) => [command.title.toLowerCase(), ...(command.synonyms ?? []), ...wordsOf(command)])
      .flatMap(prefixesOf)
    const wrong = [...new Set(typed)].filter((text) => {
      // Also where nothing else is available.
      const [first] = [searchCommands(commands, text)[0], searchCommands(destructive, text)[0]].filter(
        (found) => found?.isDestructive,
      )
      return first && ![first.title.toLowerCase(), ...(first.synonyms ?? [])].some((own) => own.startsWith(text.trim()))
    })
    expect(wrong).toEqual([])
  })

  it('[EDT-130] where others fit as well, a destructive command is none of them before the last', () => {
    expect(titles(searchCommands(commands, 'd')).indexOf('Delete')).toBe(
      commands.filter(({ title }) => title.startsWith('D')).length - 1,
    )
    expect(titles(searchCommands(commands, 'dl'))).not.toContain('Delete')
    // What may be the name of a component.
    for (const text of ['can', 'board', 'simulation reset'])
      expect(titles(searchCommands(commands, text).filter(({ isDestructive }) => isDestructive))).toEqual([])
  })

  it('[EDT-354] the name comes before a word of it, that before a synonym, that before single letters', () => {
    const of = (title: string, synonyms: string[] = []) => ({ title, synonyms, section: 'View' as const })
    const all = [of('Tax in total'), of('Other', ['tint']), of('The tin'), of('Tin can')]
    expect(searchCommands(all, 'ti').map(({ title }) => title)).toEqual(['Tin can', 'The tin', 'Other', 'Tax in total'])
  })
})
