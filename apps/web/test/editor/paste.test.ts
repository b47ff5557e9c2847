import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeClipboardText } from '../../src/features/editor/core/clipboard/clipboard-text.ts'
import { duplicateSelected, pasteText } from '../../src/features/editor/tools/clipboard/clipboard.ts'
import { readClipboard, writeClipboard } from '../../src/features/editor/tools/clipboard/system-clipboard.ts'
import type { ViewportControl } from '../../src/features/editor/tools/viewport/use-viewport-control.ts'
import { toast } from '../../src/shared/ui/toast.ts'
import { testSession } from '../editor-session.ts'

const node = (id: string, x: number) => createNode('Server', { id, position: { x, y: 0 } })
const part: Flow = {
  nodes: [node('a', 0), node('b', 300)],
  edges: [createEdge('http', { id: 'ab', ends: { source: 'a', target: 'b' } })],
}
const viewport = { rect: () => ({ x: -100, y: -100, width: 1000, height: 800 }) } as ViewportControl

let session = testSession()
const state = () => session.document.getState()
const ids = (elements: readonly { readonly id: string }[]) => elements.map(({ id }) => id)
const info = vi.spyOn(toast, 'info')

beforeEach(() => {
  info.mockReset().mockReturnValue('')
  session = testSession()
  state().dispatch({ type: 'insert', flow: part })
})
afterEach(() => {
  info.mockReset()
  vi.unstubAllGlobals()
})

describe('what is pasted', () => {
  beforeEach(() => pasteText(session, writeClipboardText(part), { viewport }))

  it('[EDT-328] has ids of its own, also at the ends of its edges', () => {
    const { nodes, edges } = state().flow
    expect(new Set(ids(nodes)).size).toBe(4)
    expect(new Set(ids(edges)).size).toBe(2)
    expect([edges[1]?.source, edges[1]?.target]).toEqual(ids(nodes.slice(2)))
  })

  it('[EDT-329] is selected', () => {
    expect(state().selection.nodes).toEqual(ids(state().flow.nodes.slice(2)))
  })

  it('[EDT-330] is removed by one undo', () => {
    state().undo()
    expect(state().flow).toMatchObject(part)
    expect(state().flow.nodes).toHaveLength(2)
  })
})

it('[EDT-53] [EDT-333] duplicating adds a copy and leaves the clipboard as it is', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { platform: 'Linux', clipboard: { writeText } })
  await writeClipboard(session, 'copied before')
  state().select({ nodes: ['a', 'b'] })
  duplicateSelected(session, viewport)
  expect(
    state()
      .flow.nodes.slice(2)
      .map(({ position }) => position),
  ).toEqual([
    { x: 30, y: 30 },
    { x: 330, y: 30 },
  ])
  expect(writeText).toHaveBeenCalledExactlyOnceWith('copied before')
  expect(await readClipboard(session)).toBe('copied before')
})

describe.each([
  ['refuses to show its clipboard', { readText: () => Promise.reject(new Error('denied')), writeText: async () => {} }],
  ['has no clipboard for pages', undefined],
])('a browser that %s', (_, clipboard) => {
  beforeEach(() => vi.stubGlobal('navigator', { platform: 'Linux', clipboard }))

  it('[EDT-337] gives what was copied in the same window', async () => {
    await writeClipboard(session, 'copied here')
    expect(await readClipboard(session)).toBe('copied here')
    expect(info).not.toHaveBeenCalled()
  })

  it('[EDT-338] gives nothing where nothing was copied, and a toast names the key', async () => {
    expect(await readClipboard(session)).toBeNull()
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('press Ctrl+V to paste'))
  })
})
