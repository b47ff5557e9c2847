import { boundsOf, EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind } from '@plimsoll/catalog'
import { createEdge, createNode } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { CONNECTION_ICONS } from '../../src/features/editor/panels/properties/connection-icons.ts'
import { rangeText } from '../../src/features/editor/panels/properties/range-text.ts'
import {
  createSelectionReader,
  nameOf,
  selectedElements,
} from '../../src/features/editor/panels/properties/selected-elements.ts'
import { createDocument } from '../../src/stores/diagram.ts'

describe('what the panel shows', () => {
  it.each(EDGE_TYPES)('[PRP-2] has the icon of %s connections', (type) => {
    expect(CONNECTION_ICONS).toHaveProperty([edgeKind(type).icon])
  })

  describe('of several', () => {
    const nodes = NODE_TYPES.map((type) => createNode(type, { id: type, position: { x: 0, y: 0 } }))
    const edge = createEdge('http', { id: 'edge', ends: { source: 'Client', target: 'Server' } })
    const state = { ...createDocument().getState(), flow: { nodes, edges: [edge] } }
    const selecting = (...ids: string[]) => ({ ...state, selection: { nodes: ids, edges: ids, groups: ids } })

    it('[PRP-5] is every selected component and connection, in the order of the flow', () => {
      const ids = (...selected: string[]) => selectedElements(selecting(...selected)).map(({ id }) => id)
      expect(ids()).toEqual([])
      expect(ids('gone')).toEqual([])
      expect(ids('edge', 'Cache', 'Client')).toEqual(['Client', 'Cache', 'edge'])
    })

    it('[PRP-200] is the same list while only places change', () => {
      const read = createSelectionReader()
      const before = read(selecting('Server', 'edge'))
      const moved = nodes.map((node) => ({ ...node, position: { x: 50, y: 50 } }))
      const state = selecting('Server', 'edge')
      expect(read({ ...state, flow: { ...state.flow, nodes: moved } })).toBe(before)
      const renamed = nodes.map((node) => ({ ...node, data: { ...node.data, label: 'Other' } }))
      expect(read({ ...state, flow: { ...state.flow, nodes: renamed } })).not.toBe(before)
    })

    it('[PRP-25] an element is told by its label, or by its kind and ends', () => {
      const [client, connection] = selectedElements(selecting('Client', 'edge'))
      if (client === undefined || connection === undefined) throw new Error('Nothing is selected')
      expect(nameOf({ ...client, data: { label: ' Shop ' } }, state.flow)).toBe('Shop')
      expect(nameOf({ ...client, data: { label: '' } }, state.flow)).toBe('Client')
      expect(nameOf(connection, state.flow)).toBe('HTTP Client → Server')
    })
  })
})

describe('bounds in words', () => {
  const { properties } = nodeKind('Server')
  const text = (name: string, data = {}) => {
    const property = properties[name]
    if (property === undefined) throw new Error(`No property ${name}`)
    return rangeText(property, properties, boundsOf(property, data))
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
