import { createNode } from '@plimsoll/flow'
import { afterEach, expect, it, vi } from 'vitest'
import { rectOf } from '../../src/features/editor/core/placement.ts'
import { resizeSelected } from '../../src/features/editor/tools/edit/edit-flow.ts'
import { testSession } from '../editor-session.ts'

afterEach(() => vi.restoreAllMocks())

it('[EDT-854] changes of size that follow each other at once are one step', () => {
  const clock = vi.spyOn(performance, 'now')
  const session = testSession()
  const { dispatch, select } = session.document.getState()
  dispatch({ type: 'add', node: createNode('Server', { id: 's', position: { x: 0, y: 0 } }) })
  select({ nodes: ['s'] })
  const widths = () => session.document.getState().flow.nodes.map((node) => rectOf(node).width)
  const [width = 0] = widths()
  for (const at of [10_000, 10_900, 13_000]) {
    clock.mockReturnValue(at)
    resizeSelected(session, { width: 15, height: 0 })
  }
  expect(widths()).toEqual([width + 45])
  session.document.getState().undo()
  expect(widths()).toEqual([width + 30])
  session.document.getState().undo()
  expect(widths()).toEqual([width])
})
