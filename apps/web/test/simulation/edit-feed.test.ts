import { createNode } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followEdits } from '../../src/features/editor/run/worker/edit-feed.ts'
import { testSession } from '../editor-session.ts'

/** What waits for the next frame. */
let frames: (() => void)[]
let session: ReturnType<typeof testSession>
const onEdit = vi.fn()
const onReplaced = vi.fn()

beforeEach(() => {
  frames = []
  vi.clearAllMocks()
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  session = testSession()
  for (const id of ['a', 'b']) dispatch({ type: 'add', node: createNode('Server', { id, position: { x: 0, y: 0 } }) })
  followEdits(session, { onEdit, onReplaced })
})
afterEach(() => void vi.unstubAllGlobals())

function dispatch(change: Parameters<ReturnType<typeof session.document.getState>['dispatch']>[0]): void {
  session.document.getState().dispatch(change)
}

function nextFrame(): void {
  for (const act of frames.splice(0)) act()
}

const setInstances = (id: string, value: number) =>
  dispatch({ type: 'set-property', of: 'node', id, path: 'instances', value })

describe('edits of a flow that runs', () => {
  it('[RUN-11] reach the engine in the next frame', () => {
    setInstances('a', 5)
    expect(onEdit).not.toHaveBeenCalled()
    nextFrame()
    expect(onEdit).toHaveBeenCalledExactlyOnceWith(session.document.getState().flow, expect.anything())
    expect(onReplaced).not.toHaveBeenCalled()
  })

  it('[RUN-544] of one frame reach the engine as one', () => {
    setInstances('a', 5)
    setInstances('b', 6)
    nextFrame()
    expect(onEdit).toHaveBeenCalledExactlyOnceWith(session.document.getState().flow, expect.anything())
    setInstances('a', 7)
    nextFrame()
    expect(onEdit).toHaveBeenCalledTimes(2)
  })

  it('[RUN-545] are none where a node was only moved', () => {
    dispatch({ type: 'move', positions: new Map([['a', { x: 50, y: 50 }]]) })
    nextFrame()
    expect(onEdit).not.toHaveBeenCalled()
  })
})
