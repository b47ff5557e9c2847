import { createNode, groupsOf } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { endRenaming, startRenaming } from '../../src/features/editor/state/renaming.ts'
import { testSession } from '../editor-session.ts'

const session = testSession()
const state = () => session.document.getState()
const group = (id: string) => ({ id, label: id, position: { x: 0, y: 0 }, width: 400, height: 300 })
const labels = () => groupsOf(state().flow).map(({ label }) => label)

beforeEach(() => {
  state().reset()
  for (const id of ['east', 'west']) state().dispatch({ type: 'add-group', group: group(id) })
})

describe('the selection', () => {
  it('[EDT-46] keeps the groups that stay when another is removed', () => {
    state().select({ groups: ['east', 'west'] })
    state().dispatch({ type: 'remove', nodes: [], edges: [], groups: ['east'] })
    expect(state().selection.groups).toEqual(['west'])
  })

  it('[EDT-8] keeps the edges that stay when another is removed', () => {
    const node = (id: string, x: number) => createNode('Server', { id, position: { x, y: 0 } })
    for (const [index, id] of ['a', 'b', 'c'].entries()) state().dispatch({ type: 'add', node: node(id, index * 300) })
    state().dispatch({ type: 'connect', id: 'ab', ends: { source: 'a', target: 'b' } })
    state().dispatch({ type: 'connect', id: 'bc', ends: { source: 'b', target: 'c' } })
    state().select({ edges: ['ab', 'bc'] })
    state().dispatch({ type: 'remove', nodes: [], edges: ['ab'] })
    expect(state().selection.edges).toEqual(['bc'])
  })
})

describe('the name of a group', () => {
  it('[EDT-65] is what was typed, without blanks around it, and can be undone', () => {
    startRenaming(session, 'east')
    endRenaming(session, '  Paris ')
    expect(labels()).toEqual(['Paris', 'west'])
    expect(session.announcement.getState().text).toBe('Group named Paris')
    expect(session.renaming.getState().renaming).toBeNull()
    state().undo()
    expect(labels()).toEqual(['east', 'west'])
  })

  it.each([null, '', '   '])('[EDT-65] stays when %j is typed', (typed) => {
    startRenaming(session, 'east')
    endRenaming(session, typed)
    expect(labels()).toEqual(['east', 'west'])
    expect(session.renaming.getState().renaming).toBeNull()
  })

  it('[EDT-65] is undone with the group that is new', () => {
    const step = {}
    state().dispatch({ type: 'add-group', group: group('north') }, { step })
    startRenaming(session, 'north', step)
    endRenaming(session, 'Oslo')
    state().undo()
    expect(labels()).toEqual(['east', 'west'])
  })

  it('[EDT-65] changes for nobody who renames nothing', () => {
    endRenaming(session, 'Paris')
    expect(labels()).toEqual(['east', 'west'])
  })
})
