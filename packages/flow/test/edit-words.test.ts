import { describe, expect, it } from 'vitest'
import { createEdge, createNode, editWords, type Flow } from '../src/index.ts'

const position = { x: 0, y: 0 }
const client = createNode('Client', { id: 'c', position, settings: { label: 'Browser' } })
const server = createNode('Server', { id: 's', position, settings: { label: 'Server 2', instances: 2 } })
const edge = createEdge('http', { id: 'e', ends: { source: 'c', target: 's' } })
const flow: Flow = { nodes: [client, server], edges: [edge] }
const withData = (data: object): Flow => ({
  ...flow,
  nodes: [client, { ...server, data: { ...server.data, ...data } }],
})

describe('the words of an edit', () => {
  it('[RUN-500] name the element, the property and both values', () => {
    expect(editWords(flow, withData({ instances: 4 }))).toEqual(['Server 2: instances 2 → 4'])
    const slower = withData({ instances: 1000, averageProcessingTime: 2500 })
    expect(editWords(flow, slower)).toEqual([expect.stringMatching(/^Server 2: instances 2 → 1,000, .* → 2,500 ms$/)])
    const faster = { ...flow, edges: [{ ...edge, data: { ...edge.data, bandwidthMbps: 2000 } }] }
    expect(editWords(flow, faster)).toEqual([expect.stringMatching(/^Browser → Server 2: bandwidth .* → 2,000 Mbps$/)])
  })

  it('[RUN-500] say what was added, removed and reconnected', () => {
    expect(editWords({ nodes: [client], edges: [] }, flow)).toEqual(['Server 2 added', 'Browser → Server 2 added'])
    expect(editWords(flow, { nodes: [client], edges: [] })).toEqual(['Server 2 removed', 'Browser → Server 2 removed'])
    const turned = { ...flow, edges: [{ ...edge, source: 's', target: 'c' }] }
    expect(editWords(flow, turned)).toEqual(['Server 2 → Browser reconnected'])
    expect(editWords(flow, { ...flow, simulation: { seed: 2 } })).toEqual(['Simulation settings changed'])
  })

  it('[RUN-716] are none where a node was moved, and few where much was changed', () => {
    expect(editWords(flow, { ...flow, nodes: [client, { ...server, position: { x: 9, y: 9 } }] })).toEqual([])
    const many = Array.from({ length: 9 }, (_, index) => createNode('Server', { id: `n${index}`, position }))
    const words = editWords(flow, { ...flow, nodes: [...flow.nodes, ...many] })
    expect(words).toHaveLength(4)
    expect(words.at(-1)).toBe('6 more changes')
  })
})
