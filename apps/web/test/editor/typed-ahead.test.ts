import { afterEach, describe, expect, it, vi } from 'vitest'
import { AwaitedPanel } from '../../src/features/editor/ui/typed-ahead.ts'

const execCommand = vi.fn()
vi.stubGlobal('document', { execCommand })
afterEach(() => void execCommand.mockClear())

const key = (key: string, held: Partial<KeyboardEvent> = {}) => ({ key, ...held }) as KeyboardEvent
const focused = (isTypedIn: boolean) => ({ matches: () => isTypedIn }) as unknown as Element

describe('what is typed for a panel that is not there yet', () => {
  it.each([
    [['a', 'd', 'd', ' ', 'Ä'], 'add Ä'],
    [['a', 'x', 'Backspace', 'd', 'Backspace', 'Backspace', 'Backspace', 'z'], 'z'],
    [['a', 'Enter', 'ArrowDown', 'Shift', 'Delete', 'F1'], 'a'],
  ])('[EDT-1013] by %j is typed into its field as %j', (keys, text) => {
    const panel = new AwaitedPanel(vi.fn())
    for (const one of keys) panel.take(key(one))
    panel.typeInto(focused(true))
    expect(execCommand.mock.calls).toEqual([['insertText', false, text]])
  })

  it('[EDT-1013] is not typed where the panel has no field, nor where it is a shortcut', () => {
    const panel = new AwaitedPanel(vi.fn())
    panel.take(key('a'))
    panel.typeInto(focused(false))
    const other = new AwaitedPanel(vi.fn())
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) other.take(key('a', { [held]: true }))
    other.typeInto(focused(true))
    expect(execCommand).not.toHaveBeenCalled()
  })

  it('[EDT-1014] closes it by Escape', () => {
    const close = vi.fn()
    const panel = new AwaitedPanel(close)
    panel.take(key('a'))
    expect(close).not.toHaveBeenCalled()
    panel.take(key('Escape'))
    expect(close).toHaveBeenCalledTimes(1)
  })
})
