import { createNode, groupsOf } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { createGroups } from '../../src/features/editor/scene/groups.ts'
import { endRenaming } from '../../src/features/editor/state/renaming.ts'
import { addGroup } from '../../src/features/editor/tools/arrange/arrange.ts'
import { testSession } from '../editor-session.ts'

const VIEWPORT = { x: 0, y: 0, width: 1000, height: 800 }
let session = testSession()
const state = () => session.document.getState()

beforeEach(() => {
  session = testSession()
  state().dispatch({ type: 'add', node: createNode('Server', { id: 'server', position: { x: 0, y: 0 } }) })
  addGroup(session, VIEWPORT)
})

describe('a new group', () => {
  it('[EDT-151] is named at once, and undone together with its name', () => {
    const [group] = groupsOf(state().flow)
    expect(session.renaming.getState().renaming?.id).toBe(group?.id)
    endRenaming(session, 'Backend')
    expect(groupsOf(state().flow).map(({ label }) => label)).toEqual(['Backend'])
    state().undo()
    expect(groupsOf(state().flow)).toEqual([])
    expect(state().flow.nodes).toHaveLength(1)
  })

  it('[EDT-153] is drawn below nodes and edges, which are drawn at 0', () => {
    const [shown] = createGroups()(state().flow, state().selection, new Map())
    expect(shown?.zIndex).toBeLessThan(0)
  })
})
