import { createEdge, createNode, type FlowEdge } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, reconnect } from '../../src/features/editor/tools/edit/edit-flow.ts'
import { toast } from '../../src/shared/ui/toast.ts'
import { testSession } from '../editor-session.ts'

let session = testSession()
const state = () => session.document.getState()
const ends = () => state().flow.edges.map(({ source, target }) => `${source} to ${target}`)
const info = vi.spyOn(toast, 'info')

beforeEach(() => {
  info.mockReset().mockReturnValue('')
  session = testSession()
  const node = (id: string, x: number) => createNode('Server', { id, position: { x, y: 0 }, settings: { label: id } })
  const edge = (source: string, target: string): FlowEdge =>
    createEdge('http', { id: `${source}-${target}`, ends: { source, target }, settings: { label: source + target } })
  const nodes = [node('a', 0), node('b', 300), node('c', 600)]
  state().dispatch({ type: 'insert', flow: { nodes, edges: [edge('a', 'b'), edge('a', 'c')] } })
})
afterEach(() => info.mockReset())

describe('a connection that is reconnected', () => {
  it('[EDT-323] is selected, and back at its ends after one undo', () => {
    const steps = state().past.length
    const id = reconnect(session, 'a-b', { source: 'c', target: 'b' })
    expect(ends()).toEqual(['c to b', 'a to c'])
    expect(state().selection.edges).toEqual([id])
    expect(state().past).toHaveLength(steps + 1)
    state().undo()
    expect(ends()).toEqual(['a to b', 'a to c'])
  })

  it.each([
    ['where there is one already', { source: 'a', target: 'c' }, 'These two are connected already.'],
    ['to the node at its other end', { source: 'a', target: 'a' }, 'A component cannot be connected to itself.'],
  ])('[EDT-322] is refused %s', (_, to, reason) => {
    const { flow, past } = state()
    expect(reconnect(session, 'a-b', to)).toBeNull()
    expect(state()).toMatchObject({ flow, past })
    expect(info).toHaveBeenCalledExactlyOnceWith(reason)
  })
})

it('[EDT-320] a screen reader is told which nodes were connected', () => {
  connect(session, { source: 'b', target: 'c' })
  expect(session.announcement.getState().text).toBe('b connected to c')
})
