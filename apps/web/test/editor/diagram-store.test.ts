import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { headingOf } from '../../src/stores/board.ts'
import { createDocument, hasUnsavedChanges } from '../../src/stores/diagram.ts'

const document = createDocument()
const state = () => document.getState()
const server = createNode('Server', { id: 'server', position: { x: 0, y: 0 } })
const cache = createNode('Cache', { id: 'cache', position: { x: 300, y: 0 } })
const zone = { id: 'zone', label: 'Zone', position: { x: -50, y: -50 }, width: 500, height: 300 }
const stored = { id: 'f', name: 'Shop', description: 'A shop', version: 3, documentVersion: 1 }

function draw() {
  state().dispatch({ type: 'add', node: server })
  state().dispatch({ type: 'add', node: cache })
  state().dispatch({ type: 'connect', id: 'line', ends: { source: 'server', target: 'cache' } })
}

beforeEach(() => state().reset())

describe('selection', () => {
  beforeEach(draw)

  it('[EDT-6] holds components or connections, never both', () => {
    state().select({ edges: ['line'] })
    state().select({ nodes: ['server'] })
    expect(state().selection).toEqual({ nodes: ['server'], edges: [], groups: [] })
    state().select({ edges: ['line'] })
    expect(state().selection).toEqual({ nodes: [], edges: ['line'], groups: [] })
    state().select({ nodes: ['server'], edges: ['line'] })
    expect(state().selection).toEqual({ nodes: ['server'], edges: [], groups: [] })
  })

  it('[EDT-8] lets go of what is removed, and of nothing else', () => {
    state().select({ nodes: ['server', 'cache'] })
    state().dispatch({ type: 'remove', nodes: ['server'], edges: [] })
    expect(state().selection).toEqual({ nodes: ['cache'], edges: [], groups: [] })
  })

  it('[EDT-46] holds groups beside components, and lets go of those that are removed', () => {
    state().dispatch({ type: 'add-group', group: zone })
    state().select({ edges: ['line'], groups: ['zone'] })
    expect(state().selection).toEqual({ nodes: [], edges: [], groups: ['zone'] })
    state().select({ nodes: ['cache'], groups: ['zone'] })
    state().dispatch({ type: 'remove', nodes: [], edges: [], groups: ['zone'] })
    expect(state().selection).toEqual({ nodes: ['cache'], edges: [], groups: [] })
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

  it('[EDT-193] replaces the document and clears the selection', () => {
    draw()
    state().select({ nodes: ['cache'] })
    const { opened } = state()
    expect(state().load(flow)).toEqual({ ok: true })
    expect(state().flow.nodes.map(({ id }) => id)).toEqual(['server'])
    expect(state().saved).toEqual({ id: 'f', name: 'Shop', description: 'A shop', version: 3 })
    expect(state().selection).toEqual({ nodes: [], edges: [], groups: [] })
    expect(state().opened).toBe(opened + 1)
    expect(hasUnsavedChanges(state())).toBe(false)
  })

  it('[EDT-27] [EDT-379] that cannot be read changes nothing and says where', () => {
    draw()
    const before = state()
    const loaded = state().load({ ...flow, nodes: [{ ...server, type: 'Toaster' as 'Server' }], edges: [null] })
    expect(loaded).toEqual({
      ok: false,
      faults: ['nodes.0.type of “Server”: “Toaster” is not a kind of component', 'edges.0 must be an object'],
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

it('[EDT-21] [EDT-383] [EDT-384] a cleared document is a new flow, and is restored as it was', () => {
  state().load({ ...stored, nodes: [server], edges: [] })
  state().dispatch({ type: 'add', node: cache })
  const { flow, saved, heading, savedContent } = state()
  state().clear()
  expect(state()).toMatchObject({ flow: EMPTY_FLOW, saved: null })
  state().restore({ flow, saved, heading, savedContent })
  expect(state()).toMatchObject({ flow, saved })
  expect(hasUnsavedChanges(state())).toBe(true)
})

it('[EXC-23] the name from its file is undone and redone with the document, and ends when the library has it', () => {
  const heading = { name: 'Shop', description: 'From a file' }
  state().restore({ flow: { nodes: [server], edges: [] }, saved: null, heading, savedContent: EMPTY_FLOW })
  const { flow } = state()
  expect(headingOf(state())).toBe(heading)
  state().clear()
  expect(headingOf(state()).name).toBe('Untitled flow')
  state().undo()
  expect(headingOf(state())).toBe(heading)
  state().markSaved({ id: 'f', name: 'Stored', description: 'A shop', version: 1 }, flow)
  expect(headingOf(state()).name).toBe('Stored')
  expect(state().heading).toBeNull()
})

describe('undo and redo', () => {
  const property = (value: number) =>
    ({ type: 'set-property', of: 'node', id: 'server', path: 'cpuCores', value }) as const

  it('[EDT-45] undo and redo restore the same flow object for every change', () => {
    const flows = [state().flow]
    const note = () => flows.push(state().flow)
    state().dispatch({ type: 'add', node: server })
    note()
    state().dispatch({ type: 'insert', flow: { nodes: [cache], edges: [] } })
    note()
    state().dispatch({ type: 'connect', id: 'line', ends: { source: 'server', target: 'cache' } })
    note()
    state().dispatch({ type: 'change-edge-kind', ids: ['line'], kind: 'grpc' })
    note()
    state().dispatch(property(16))
    note()
    state().dispatch({ type: 'add-group', group: zone })
    note()
    state().dispatch({ type: 'several', changes: [property(32), { type: 'remove', nodes: ['cache'], edges: [] }] })
    note()
    for (const flow of flows.toReversed().slice(1)) {
      state().undo()
      expect(state().flow).toBe(flow)
    }
    state().undo()
    expect(state().flow).toBe(flows[0])
    for (const flow of flows.slice(1)) {
      state().redo()
      expect(state().flow).toBe(flow)
    }
    state().redo()
    expect(state().flow).toBe(flows.at(-1))
  })

  it('[EDT-144] a refused change adds no step', () => {
    draw()
    const { past } = state()
    state().dispatch(property(-1))
    expect(state().past).toBe(past)
  })

  it('[EDT-143] a change after an undo discards the undone steps', () => {
    draw()
    state().undo()
    state().dispatch(property(16))
    expect(state().future).toEqual([])
  })

  it('[EDT-142] successive changes of one step are undone together, separated by others in between', () => {
    draw()
    const drawn = state().flow
    const step = {}
    for (const value of [1, 12, 120]) state().dispatch(property(value), { step })
    const edited = state().flow
    state().dispatch({ type: 'move', positions: new Map([['cache', { x: 5, y: 5 }]]) })
    state().dispatch(property(7), { step })
    state().undo()
    state().undo()
    expect(state().flow).toBe(edited)
    state().undo()
    expect(state().flow).toBe(drawn)
  })

  it('[EDT-142] a step that was undone and redone is not continued', () => {
    draw()
    const step = {}
    state().dispatch(property(8), { step })
    state().undo()
    state().redo()
    const edited = state().flow
    state().dispatch(property(9), { step })
    state().undo()
    expect(state().flow).toBe(edited)
  })

  it('[EDT-146] only the last step can be taken back, and not be redone', () => {
    draw()
    const { flow, past } = state()
    const [step, other] = [{}, {}]
    state().dispatch(property(8), { step })
    state().takeBack(other)
    expect(state().flow).not.toBe(flow)
    state().takeBack(step)
    expect(state()).toMatchObject({ flow, future: [] })
    expect(state().past).toEqual(past)
    state().takeBack(step)
    expect(state().flow).toBe(flow)
  })

  it('[EDT-141] undo and redo restore the selection', () => {
    draw()
    state().select({ nodes: ['server'] })
    state().dispatch(property(8))
    state().select({ nodes: ['cache'] })
    state().undo()
    expect(state().selection.nodes).toEqual(['server'])
    state().redo()
    expect(state().selection.nodes).toEqual(['cache'])
  })

  it('[EDT-47] [EDT-315] undo restores a document that was cleared or replaced, and the flow that was open', () => {
    state().load({ ...stored, nodes: [server], edges: [] })
    state().dispatch({ type: 'add', node: cache })
    const { flow, opened } = state()
    state().clear()
    state().load({ ...stored, id: 'other', nodes: [], edges: [] })
    state().undo()
    expect(state()).toMatchObject({ flow: EMPTY_FLOW, saved: null })
    state().undo()
    expect(state().flow).toBe(flow)
    expect(state().saved?.id).toBe('f')
    expect(state().opened).toBe(opened + 4)
    expect(hasUnsavedChanges(state())).toBe(true)
    state().redo()
    state().redo()
    expect(state().saved?.id).toBe('other')
  })

  it('[EDT-147] undo restores the newest version of a flow that was saved meanwhile', () => {
    state().load({ ...stored, nodes: [server], edges: [] })
    state().clear()
    state().load({ ...stored, nodes: [server], edges: [] })
    state().dispatch({ type: 'add', node: cache })
    state().markSaved({ id: 'f', name: 'Shop', description: 'A shop', version: 4 }, state().flow)
    for (let steps = 0; steps < 3; steps++) state().undo()
    expect(state().saved?.version).toBe(4)
    expect(hasUnsavedChanges(state())).toBe(true)
  })

  it('[EDT-107] undo and restore give the version that was saved after the document was left', () => {
    const later = { id: 'f', name: 'Shop', description: 'A shop', version: 4 }
    state().load({ ...stored, nodes: [server], edges: [] })
    state().dispatch({ type: 'add', node: cache })
    const before = state()
    state().clear()
    state().noteStored(later, before.flow)
    expect(state()).toMatchObject({ flow: EMPTY_FLOW, saved: null })

    state().undo()
    expect(state()).toMatchObject({ flow: before.flow, saved: later })
    expect(hasUnsavedChanges(state())).toBe(false)
    state().undo()
    expect(state().saved?.version).toBe(4)
    expect(hasUnsavedChanges(state())).toBe(true)

    state().clear()
    state().restore(before)
    expect(state()).toMatchObject({ flow: before.flow, saved: later })
  })

  it('[EDT-149] loading takes the version of the library, later or earlier than the known one', () => {
    state().load({ ...stored, nodes: [server], edges: [] })
    state().noteStored({ id: 'f', name: 'Shop', description: 'A shop', version: 5 }, state().flow)
    for (const version of [7, 3]) {
      state().load({ ...stored, version, nodes: [server], edges: [] })
      expect(state().saved?.version).toBe(version)
    }
  })

  it('[EDT-148] a reset leaves no steps', () => {
    draw()
    state().undo()
    state().reset()
    expect(state()).toMatchObject({ flow: EMPTY_FLOW, past: [], future: [] })
  })

  it('[EDT-140] keeps the last 500 steps', () => {
    draw()
    for (let value = 1; value <= 600; value++) state().dispatch(property(1 + (value % 100)))
    expect(state().past).toHaveLength(500)
  })
})
