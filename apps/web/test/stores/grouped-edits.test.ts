import { createNode } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDocument } from '../../src/stores/diagram.ts'

const document = createDocument()
const state = () => document.getState()
const place = (x: number) => state().flow.nodes.find(({ id }) => id === 'server')?.position.x === x
const typing = {}

const moveTo = (x: number, step?: object) =>
  state().dispatch({ type: 'move', positions: new Map([['server', { x, y: 0 }]]) }, step ? { step } : {})

beforeEach(() => {
  state().reset()
  state().dispatch({ type: 'add', node: createNode('Server', { id: 'server', position: { x: 0, y: 0 } }) })
})

describe('edits of one step', () => {
  it('[EDT-142] are undone and redone together', () => {
    moveTo(1, typing)
    moveTo(2, typing)
    state().undo()
    expect(place(0)).toBe(true)
    state().redo()
    expect(place(2)).toBe(true)
  })

  it('[EDT-143] discard what was undone when they go on after an undo', () => {
    moveTo(1, typing)
    moveTo(2)
    state().undo()
    moveTo(3, typing)
    state().redo()
    expect(place(3)).toBe(true)
    expect(state().future).toEqual([])
  })

  it('[EDT-142] are a step of their own when they go on after an undo', () => {
    moveTo(1, typing)
    moveTo(2)
    state().undo()
    moveTo(3, typing)
    state().undo()
    expect(place(1)).toBe(true)
    state().undo()
    expect(place(0)).toBe(true)
  })

  it('[EDT-45] may be the first edits of all', () => {
    const ends = { nodes: [], edges: [], groups: [] }
    state().reset()
    const node = createNode('Server', { id: 'server', position: { x: 0, y: 0 } })
    state().dispatch({ type: 'add', node }, { step: typing })
    moveTo(1, typing)
    state().undo()
    expect(state()).toMatchObject({ flow: { nodes: [] }, selection: ends, past: [] })
  })

  it('[EDT-142] do not join an edit without a step', () => {
    moveTo(1)
    moveTo(2)
    state().undo()
    expect(place(1)).toBe(true)
  })

  it('[EDT-140] can be undone 500 steps back', () => {
    for (let x = 1; x <= 501; x += 1) moveTo(x)
    for (let count = 0; count < 600; count += 1) state().undo()
    expect(place(1)).toBe(true)
  })
})
