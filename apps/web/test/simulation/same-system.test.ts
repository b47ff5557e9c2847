import { applyChange, createEdge, createNode, type Flow, type FlowChange } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { isSameSystem } from '../../src/features/editor/run/worker/same-system.ts'

const at = { x: 0, y: 0 }
const flow: Flow = {
  nodes: [createNode('Client', { id: 'a', position: at }), createNode('Server', { id: 'b', position: at })],
  edges: [createEdge('http', { id: 'e', ends: { source: 'a', target: 'b' } })],
}

describe('edits while running', () => {
  it('[RUN-545] takes a flow whose nodes were moved or resized for the same system', () => {
    const moved = applyChange(flow, { type: 'move', positions: new Map([['a', { x: 50, y: 50 }]]) })
    expect(moved).not.toBe(flow)
    expect(isSameSystem(moved, flow)).toBe(true)
  })

  it('[RUN-11] sees a property set, a component removed and a connection removed', () => {
    const changes: readonly FlowChange[] = [
      { type: 'set-property', of: 'node', id: 'b', path: 'instances', value: 5 },
      { type: 'set-property', of: 'edge', id: 'e', path: 'latencyMs', value: 5 },
      { type: 'remove', nodes: ['b'], edges: [] },
      { type: 'remove', nodes: [], edges: ['e'] },
    ]
    for (const change of changes) {
      expect(isSameSystem(applyChange(flow, change), flow), change.type).toBe(false)
    }
  })
})
