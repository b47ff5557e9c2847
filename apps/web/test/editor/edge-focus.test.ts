import { createEdge, createNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { createGraph } from '../../src/features/editor/scene/graph.ts'

it('Tab passes no edge on its way to the nodes', () => {
  const node = (id: string, x: number) => createNode('Server', { id, position: { x, y: 0 } })
  const ends = { source: 'a', target: 'b' }
  const flow = { nodes: [node('a', 0), node('b', 300)], edges: [createEdge('http', { id: 'ab', ends })] }
  const [edge] = createGraph().edgesOf(flow, { nodes: [], edges: [], groups: [] })
  expect(edge?.domAttributes?.tabIndex).toBe(-1)
})
