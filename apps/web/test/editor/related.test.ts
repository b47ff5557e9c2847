import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { connectedWith, edgesOf, inverted, ofSameKind } from '../../src/features/editor/core/selection/related.ts'

const node = (type: 'Server' | 'Cache', id: string) => createNode(type, { id, position: { x: 0, y: 0 } })
const edge = (type: 'http' | 'tcp', source: string, target: string) =>
  createEdge(type, { id: source + target, ends: { source, target } })
const flow: Flow = {
  nodes: [node('Server', 'a'), node('Server', 'b'), node('Cache', 'c'), node('Cache', 'd')],
  edges: [edge('http', 'a', 'b'), edge('tcp', 'b', 'c'), edge('tcp', 'c', 'd')],
  groups: [{ id: 'zone', label: '', position: { x: 0, y: 0 }, width: 200, height: 200 }],
}
const selected = (of: 'nodes' | 'edges', ...ids: string[]) => ({
  flow,
  selection: { nodes: [], edges: [], groups: [], [of]: ids },
})

describe('nodes and edges that follow from the selection', () => {
  it('[EDT-307] are all others', () => {
    expect(inverted(selected('nodes', 'a', 'c'))).toEqual({ nodes: ['b', 'd'], edges: [], groups: ['zone'] })
  })
  it('[EDT-308] are those that are connected to it', () => {
    expect(connectedWith(selected('nodes', 'b')).nodes).toEqual(['b', 'a', 'c'])
    expect(connectedWith(selected('edges', 'cd')).nodes).toEqual(['c', 'd'])
  })
  it('[EDT-309] are all of the same kind', () => {
    expect(ofSameKind(selected('nodes', 'a')).nodes).toEqual(['a', 'b'])
    expect(ofSameKind(selected('edges', 'bc'))).toEqual({ nodes: [], edges: ['bc', 'cd'], groups: [] })
  })
  it('[EDT-310] are the edges of its nodes', () => {
    expect(edgesOf(selected('nodes', 'b')).edges).toEqual(['ab', 'bc'])
  })
})
