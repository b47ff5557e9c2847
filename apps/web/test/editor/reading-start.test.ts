import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { startScroll, startZoom } from '../../src/features/editor/core/reading-start.ts'

const node = (id: string, x: number, y: number) => createNode('Server', { id, position: { x, y } })
const calls = (source: string, target: string) =>
  createEdge('http', { id: `${source}-${target}`, ends: { source, target } })

describe('a flow that is looked at', () => {
  it('[UI-1200] is shown as a whole in a wide frame, and large enough to be read in a narrow one', () => {
    expect([startZoom(1_280, 0.2), startZoom(600, 0.2)]).toEqual([0.2, 0.2])
    expect([startZoom(599, 0.2), startZoom(390, 0.9)]).toEqual([0.7, 0.9])
  })

  it('[UI-1200] begins with the component furthest to the left that nothing leads to', () => {
    const flow: Flow = {
      nodes: [node('store', -500, 0), node('late', 0, 900), node('users', 0, 400), node('api', 400, 400)],
      edges: [calls('users', 'api'), calls('late', 'api'), calls('api', 'store')],
    }
    const bounds = { x: -532, y: -32 }
    // Its left end with the margin, and its middle in the middle of the frame.
    const users = { x: 500 * 0.5, y: (400 + 37.5 + 32) * 0.5 - 100 }
    expect(startScroll(flow, bounds, { zoom: 0.5, height: 200 })).toEqual(users)
    const ring = { ...flow, edges: [...flow.edges, calls('store', 'users'), calls('api', 'late')] }
    expect(startScroll(ring, bounds, { zoom: 0.5, height: 200 }).x).toBe(0)
    expect(startScroll({ nodes: [], edges: [] }, bounds, { zoom: 1, height: 200 })).toEqual({ x: 0, y: 0 })
  })
})
