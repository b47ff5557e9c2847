import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRequest } from '../../src/features/simulation/engine/protocol.ts'

const flow = { nodes: [createNode('Server', { id: 'node-1', position: { x: 0, y: 0 } })], edges: [] }

describe('messages to the worker', () => {
  it('[RUN-8] reads whole requests', () => {
    expect(readRequest({ type: 'start', flow, seed: 7 })).toEqual({ type: 'start', flow, seed: 7 })
    expect(readRequest({ type: 'update', flow: EMPTY_FLOW })).toEqual({ type: 'update', flow: EMPTY_FLOW })
    expect(readRequest({ type: 'pause', extra: 1 })).toEqual({ type: 'pause' })
    expect(readRequest({ type: 'resume' })).toEqual({ type: 'resume' })
  })

  it('[RUN-8] refuses a diagram that cannot be read, and says what is wrong where', () => {
    const broken = { nodes: [{ id: 'a', type: 'Toaster', position: { x: 0, y: 0 } }], edges: [] }
    expect(readRequest({ type: 'update', flow: broken })).toEqual({
      type: 'refused',
      reason: 'nodes.0.type is not a kind of component',
    })
    expect(readRequest({ type: 'start', flow, seed: 0.5 })).toEqual({
      type: 'refused',
      reason: 'the seed is no whole number',
    })
  })

  it('[RUN-8] passes over ten thousand messages of any shape', () => {
    const types = fc.constantFrom('start', 'update', 'pause', 'resume', 'reset', '__proto__', 'tick')
    const shaped = fc.record({ type: types, flow: fc.anything(), seed: fc.anything() }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped), (message) => {
        const request = readRequest(message)
        expect(request?.type === 'start' || request?.type === 'update').toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })
})
