import { EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind } from '@plimsoll/catalog'
import { createEdge, createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { CONNECTION_ICONS } from '../../src/features/properties/connection-icons.ts'
import { rangeText } from '../../src/features/properties/range-text.ts'
import { selectedAlone } from '../../src/features/properties/selected-element.ts'
import { useDiagram } from '../../src/stores/diagram.ts'

describe('what the panel shows', () => {
  it.each(EDGE_TYPES)('[PRP-2] has the icon of %s connections', (type) => {
    expect(CONNECTION_ICONS).toHaveProperty([edgeKind(type).icon])
  })

  it('[PRP-5] is one element, or none when several are selected', () => {
    const nodes = NODE_TYPES.map((type) => createNode(type, { id: type, position: { x: 0, y: 0 } }))
    const edge = createEdge('http', { id: 'edge', ends: { source: 'Client', target: 'Server' } })
    const state = { ...useDiagram.getState(), flow: { nodes, edges: [edge] } }
    const select = (selection: { nodes: string[]; edges: string[] }) =>
      selectedAlone({ ...state, selection: { ...selection, groups: [] } })
    expect(select({ nodes: ['Cache'], edges: [] })).toMatchObject({ of: 'node', id: 'Cache', type: 'Cache' })
    expect(select({ nodes: [], edges: ['edge'] })).toMatchObject({ of: 'edge', id: 'edge', source: 'Client' })
    expect(select({ nodes: ['Cache', 'Client'], edges: [] })).toBeNull()
    expect(select({ nodes: ['gone'], edges: [] })).toBeNull()
    expect(select({ nodes: [], edges: [] })).toBeNull()
  })
})

describe('bounds in words', () => {
  const { properties } = nodeKind('Server')
  const text = (name: string, data = {}) => {
    const property = properties[name]
    if (property === undefined) throw new Error(`No property ${name}`)
    return rangeText(property, properties, data)
  }

  it('[PRP-9] names both ends, one end or none, with the unit', () => {
    expect(text('cpuCores')).toBe('1 – 128 cores')
    expect(text('maxRequestsPerSecond')).toBe('1 – 1,000,000 rps')
    expect(text('averageProcessingTime')).toBe('at least 1 ms')
    expect(text('region')).toBe('')
  })

  it('[PRP-11] names the property that is the bound', () => {
    expect(text('minInstances', { maxInstances: 7 })).toBe('1 – 7 instances (Max instances)')
  })
})
