import { applyChange, createNode, EMPTY_FLOW, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { createGraph } from '../../src/features/editor/scene/graph.ts'

const NOTHING = { nodes: [], edges: [], groups: [] }

function chain(): Flow {
  let flow = EMPTY_FLOW
  for (const [index, id] of ['a', 'b', 'c'].entries())
    flow = applyChange(flow, { type: 'add', node: createNode('Server', { id, position: { x: index * 300, y: 0 } }) })
  flow = applyChange(flow, { type: 'connect', id: 'ab', ends: { source: 'a', target: 'b' } })
  return applyChange(flow, { type: 'connect', id: 'bc', ends: { source: 'b', target: 'c' } })
}

/** As another program may have saved it. */
function handled(): Flow {
  const flow = chain()
  return { ...flow, edges: flow.edges.map((edge) => ({ ...edge, sourceHandle: 'right', targetHandle: 'left' })) }
}

describe('what is drawn of a flow', () => {
  it('[EDT-10] [EDT-504] shows where dragged nodes go, and keeps the object of every other node', () => {
    const graph = createGraph()
    const flow = chain()
    const [a, b, c] = graph.nodesOf(flow, NOTHING, new Map())
    const dragged = new Map([['b', { position: { x: 310, y: 40 } }]])
    const during = graph.nodesOf(flow, NOTHING, dragged)
    expect([during[0] === a, during[1] === b, during[2] === c]).toEqual([true, false, true])
    expect(during[1]?.position).toEqual({ x: 310, y: 40 })
    expect(graph.nodesOf(flow, NOTHING, dragged)[1]).toBe(during[1])

    const selected = graph.nodesOf(flow, { nodes: ['c'], edges: [], groups: [] }, dragged)
    expect(selected.map((card, index) => card === during[index])).toEqual([true, true, false])
  })

  it('names a line by its kind and ends, and draws it anew when one of them is renamed', () => {
    const graph = createGraph()
    const flow = chain()
    const [ab, bc] = graph.edgesOf(flow, NOTHING)
    expect(ab?.ariaLabel).toBe('HTTP: Server to Server')
    const renamed = applyChange(flow, { type: 'set-property', of: 'node', id: 'a', path: 'label', value: 'Orders' })
    const after = graph.edgesOf(renamed, NOTHING)
    expect(after[0]?.ariaLabel).toBe('HTTP: Orders to Server')
    expect(after[1]).toBe(bc)
  })

  it('[EDT-125] [EDT-863] attaches every edge to the handles that nodes have, whatever handles the flow names', () => {
    const [ab] = createGraph().edgesOf(handled(), NOTHING)
    expect(ab).toMatchObject({ sourceHandle: null, targetHandle: null })
    expect(ab?.data?.edge).toMatchObject({ sourceHandle: 'right', targetHandle: 'left' })
  })

  it('gives each node its size and handles, so that nothing waits to be measured', () => {
    const flow = applyChange(chain(), { type: 'resize', id: 'a', width: 300, height: 120 })
    const [a, b] = createGraph().nodesOf(flow, NOTHING, new Map())
    expect(a).toMatchObject({ width: 300, height: 120, measured: { width: 300, height: 120 } })
    expect(b).toMatchObject({ width: 225, height: 75 })
    for (const card of [a, b])
      expect(
        card?.handles?.map(({ type, x, width }) => ({ type, outer: type === 'source' ? x + (width ?? 0) : x })),
      ).toEqual([
        { type: 'target', outer: 0 },
        { type: 'source', outer: card?.width },
      ])
  })
})
