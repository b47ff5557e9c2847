import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ariaShortcut, isPressed, shortcutText } from '../../src/features/editor/tools/keys/shortcut.ts'

const NO_MODIFIERS = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, modifiers: Partial<typeof NO_MODIFIERS> = {}) => ({ ...NO_MODIFIERS, ...modifiers, key })
const on = (platform: string) => vi.stubGlobal('navigator', { platform })

beforeEach(() => on('Linux x86_64'))

describe('shortcuts', () => {
  it.each([
    ['C', press('c'), true],
    ['C', press('C', { shiftKey: true }), false],
    ['C', press('c', { ctrlKey: true }), false],
    ['Mod+Z', press('z', { ctrlKey: true }), true],
    ['Mod+Z', press('z', { metaKey: true }), true],
    ['Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), false],
    ['Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
    ['Mod+Shift+Z', press('z', { ctrlKey: true }), false],
    ['Mod+Z', press('z', { ctrlKey: true, altKey: true }), false],
    ['+', press('+', { shiftKey: true }), true],
    ['+', press('+'), true],
    ['?', press('?', { shiftKey: true }), true],
    ['Mod++', press('+', { ctrlKey: true }), true],
    ['Shift+1', press('!', { shiftKey: true, code: 'Digit1' }), true],
    ['Shift+1', press('1', { code: 'Digit1' }), false],
    ['Alt+A', press('å', { altKey: true, code: 'KeyA' }), true],
    ['A', press('å', { code: 'KeyA' }), false],
    ['Delete', press('Delete'), true],
    ['Delete', press('Delete', { shiftKey: true }), false],
  ])('[EDT-48] %s is pressed by %o: %s', (shortcut, event, expected) => {
    expect(isPressed(shortcut, event)).toBe(expected)
  })

  it.each([
    ['Mod+Shift+Z', 'Ctrl+Shift+Z', '⇧⌘Z', 'Control+Shift+Z'],
    ['Alt+ArrowUp', 'Alt+ArrowUp', '⌥ArrowUp', 'Alt+ArrowUp'],
    ['Delete', 'Del', 'Del', 'Delete'],
    ['+', '+', '+', '+'],
  ])('[EDT-311] %s reads %s, on a Mac %s', (shortcut, text, onMac, aria) => {
    expect([shortcutText(shortcut), ariaShortcut(shortcut)]).toEqual([text, aria])
    on('MacIntel')
    expect(shortcutText(shortcut)).toBe(onMac)
  })
})
