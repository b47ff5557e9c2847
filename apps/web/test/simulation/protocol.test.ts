import { createNode, EMPTY_FLOW } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPEEDS } from '../../src/features/editor/run/speeds.ts'
import { createRequestReader, readRequest } from '../../src/features/editor/run/worker/protocol.ts'

const flow = { nodes: [createNode('Server', { id: 'node-1', position: { x: 0, y: 0 } })], edges: [] }

describe('messages to the worker', () => {
  it('[RUN-8] reads whole requests', () => {
    expect(readRequest({ type: 'start', flow, seed: 7, speed: 20 })).toEqual({
      type: 'start',
      flow,
      seed: 7,
      speed: 20,
    })
    const update = { type: 'update', flow: EMPTY_FLOW, words: ['API added'] }
    expect(readRequest(update)).toEqual(update)
    expect(readRequest({ type: 'pause', extra: 1 })).toEqual({ type: 'pause' })
    expect(readRequest({ type: 'resume' })).toEqual({ type: 'resume' })
    expect(readRequest({ type: 'seen' })).toEqual({ type: 'seen' })
    expect(readRequest({ type: 'step', after: 300 })).toEqual({ type: 'step', after: 300 })
    for (const speed of SPEEDS) expect(readRequest({ type: 'speed', speed })).toEqual({ type: 'speed', speed })
    for (const speed of [3, 0, -1, Number.NaN, Infinity, '2', null])
      expect(readRequest({ type: 'speed', speed })).toBeNull()
  })

  it('[RUN-540] refuses a diagram that cannot be read, and says what is wrong where', () => {
    const toaster = { id: 'a', type: 'Toaster', position: { x: 0, y: 0 } }
    const broken = { nodes: [toaster, { ...toaster, id: 'b' }], edges: [] }
    expect(readRequest({ type: 'update', flow: broken })).toEqual({
      type: 'refused',
      of: 'edit',
      reason: 'nodes.0.type is not a kind of component; nodes.1.type is not a kind of component',
    })
    expect(readRequest({ type: 'start', flow, seed: 0.5, speed: 1 })).toEqual({
      type: 'refused',
      of: 'run',
      reason: 'the seed is no whole number',
    })
    expect(readRequest({ type: 'start', flow, seed: 1, speed: 3 })).toEqual({
      type: 'refused',
      of: 'run',
      reason: 'the speed is none of those on offer',
    })
  })

  it('[RUN-540] [RUN-80] refuses a diagram in pieces as it does a whole one, and reads the next one by itself', () => {
    const read = createRequestReader()
    expect(read({ type: 'piece', nodes: [{ id: 'a' }], edges: 7 })).toBeNull()
    expect(read({ type: 'update', flow })).toMatchObject({
      type: 'refused',
      reason: expect.stringMatching(/nodes\.0\.type is not a kind of component.*edges\.0 must be an object/),
    })
    expect(read({ type: 'update', flow })).toEqual({ type: 'update', flow, words: [] })
  })

  it('[RUN-8] passes over ten thousand messages of any shape', () => {
    const types = fc.constantFrom(
      'start',
      'update',
      'pause',
      'resume',
      'seen',
      'speed',
      'step',
      'reset',
      '__proto__',
      'tick',
      'piece',
    )
    const shaped = fc.record(
      { type: types, flow: fc.anything(), seed: fc.anything(), speed: fc.anything(), after: fc.anything() },
      { requiredKeys: [] },
    )
    const read = createRequestReader()
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped), (message) => {
        const request = read(message)
        expect(request?.type === 'start' || request?.type === 'update').toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })
})
