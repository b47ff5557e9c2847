import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { hasUnsavedChanges, useDiagram } from '../../src/stores/diagram.ts'

const state = () => useDiagram.getState()
const server = createNode('Server', { id: 'server', position: { x: 0, y: 0 } })
const cache = createNode('Cache', { id: 'cache', position: { x: 300, y: 0 } })
const stored = { id: 'f', name: 'Shop', description: 'A shop', version: 3, documentVersion: 1 }

function draw() {
  state().dispatch({ type: 'add', node: server })
  state().dispatch({ type: 'add', node: cache })
  state().dispatch({ type: 'connect', id: 'line', ends: { source: 'server', target: 'cache' } })
}

beforeEach(() => state().clear())

describe('selection', () => {
  beforeEach(draw)

  it('[EDT-6] holds components or connections, never both', () => {
    state().select({ edges: ['line'] })
    state().select({ nodes: ['server'] })
    expect(state().selection).toEqual({ nodes: ['server'], edges: [] })
    state().select({ edges: ['line'] })
    expect(state().selection).toEqual({ nodes: [], edges: ['line'] })
    state().select({ nodes: ['server'], edges: ['line'] })
    expect(state().selection).toEqual({ nodes: ['server'], edges: [] })
  })

  it('[EDT-8] lets go of what is removed, and of nothing else', () => {
    state().select({ nodes: ['server', 'cache'] })
    state().dispatch({ type: 'remove', nodes: ['server'], edges: [] })
    expect(state().selection).toEqual({ nodes: ['cache'], edges: [] })
  })

  it('stays the same object while it says the same', () => {
    state().select({ nodes: ['server'] })
    const before = state().selection
    state().select({ nodes: ['server'] })
    state().dispatch({ type: 'move', positions: new Map([['cache', { x: 5, y: 5 }]]) })
    expect(state().selection).toBe(before)
  })
})

describe('a flow of the library', () => {
  const flow = { ...stored, nodes: [server], edges: [] }

  it('[EDT-26] replaces the board and lets go of the selection', () => {
    draw()
    state().select({ nodes: ['cache'] })
    const { opened } = state()
    expect(state().load(flow)).toEqual({ ok: true })
    expect(state().flow.nodes.map(({ id }) => id)).toEqual(['server'])
    expect(state().saved).toEqual({ id: 'f', name: 'Shop', description: 'A shop', version: 3 })
    expect(state().selection).toEqual({ nodes: [], edges: [] })
    expect(state().opened).toBe(opened + 1)
    expect(hasUnsavedChanges(state())).toBe(false)
  })

  it('[EDT-27] that cannot be read changes nothing and says where', () => {
    draw()
    const before = state()
    const loaded = state().load({ ...flow, nodes: [{ ...server, type: 'Toaster' as 'Server' }], edges: [null] })
    expect(loaded).toEqual({
      ok: false,
      message: '“Shop” cannot be opened: nodes.0.type is not a kind of component (and 1 more). The board is as it was.',
    })
    expect(state()).toBe(before)
  })

  it('[EDT-23] counts as changed from the first edit until it is stored', () => {
    state().load(flow)
    state().dispatch({ type: 'add', node: cache })
    expect(hasUnsavedChanges(state())).toBe(true)
    const sent = state().flow
    state().dispatch({ type: 'move', positions: new Map([['cache', { x: 9, y: 9 }]]) })
    state().markSaved({ id: 'f', name: 'Shop', description: 'A shop', version: 4 }, sent)
    expect(hasUnsavedChanges(state())).toBe(true)
    state().markSaved({ id: 'f', name: 'Shop', description: 'A shop', version: 5 }, state().flow)
    expect(hasUnsavedChanges(state())).toBe(false)
    expect(state().saved?.version).toBe(5)
  })
})

it('[EDT-21] a cleared board is a new flow, and comes back as it was', () => {
  state().load({ ...stored, nodes: [server], edges: [] })
  state().dispatch({ type: 'add', node: cache })
  const { flow, saved, savedContent } = state()
  state().clear()
  expect(state()).toMatchObject({ flow: EMPTY_FLOW, saved: null })
  state().restore({ flow, saved, savedContent })
  expect(state()).toMatchObject({ flow, saved })
  expect(hasUnsavedChanges(state())).toBe(true)
})
