import { applyChange, createNode, type Flow, type FlowChange, mergeFlows, withUnchanged } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { at, chain, group } from './fixtures.ts'

const changed = (flow: Flow, ...changes: FlowChange[]): Flow => changes.reduce(applyChange, flow)

const set = (id: string, path: string, value: unknown): FlowChange => ({
  type: 'set-property',
  of: 'node',
  id,
  path,
  value,
})

describe('merging flows', () => {
  const base = chain()

  it('[COL-20] takes what either side changed, and theirs where both changed the same', () => {
    const ours = changed(base, set('s', 'cpuCores', 8), set('s', 'memory', 64), {
      type: 'add-group',
      group: group('g'),
    })
    const theirs = changed(base, set('s', 'cpuCores', 16), set('d', 'label', 'Orders'), {
      type: 'set-simulation',
      name: 'seed',
      value: 7,
    })
    const merged = mergeFlows(base, ours, theirs)
    expect(merged.nodes[1]?.data).toMatchObject({ cpuCores: 16, memory: 64 })
    expect(merged.nodes[2]).toBe(theirs.nodes[2])
    expect(merged).toMatchObject({ groups: [group('g')], simulation: { seed: 7 } })
    expect(mergeFlows(base, base, theirs)).toBe(theirs)
    expect(mergeFlows(base, ours, base)).toBe(ours)
  })

  it('[COL-20] brings an element back to its place, and keeps removed what either side removed', () => {
    const without = changed(base, { type: 'remove', nodes: ['s'], edges: [] })
    const theirs = changed(without, { type: 'add', node: createNode('Cache', { id: 'k', position: at(0, 0) }) })
    expect(mergeFlows(without, base, theirs).nodes.map(({ id }) => id)).toEqual(['c', 's', 'd', 'k'])
    expect(mergeFlows(without, base, theirs).edges).toHaveLength(2)
    expect(mergeFlows(base, changed(base, set('s', 'cpuCores', 8)), theirs)).toEqual(theirs)
    expect(mergeFlows(base, without, changed(base, set('s', 'cpuCores', 8)))).toEqual(without)
  })

  it('[COL-20] gives a valid flow, where what both sides did does not go together', () => {
    const ours = changed(base, set('s', 'maxInstances', 30), set('s', 'minInstances', 20))
    const theirs = changed(base, set('s', 'maxInstances', 5))
    expect(mergeFlows(base, ours, theirs).nodes[1]?.data).toMatchObject({ minInstances: 5, maxInstances: 5 })
  })

  it('[COL-18] keeps parts that did not change as the same objects', () => {
    const flow = { ...chain(), groups: [group('g')], simulation: { seed: 7 } }
    const copy: Flow = JSON.parse(JSON.stringify(flow))
    expect(withUnchanged(flow, copy)).toBe(flow)
    const other = changed(copy, set('s', 'cpuCores', 8))
    const shared = withUnchanged(flow, other)
    expect(shared).toEqual(other)
    expect(shared.nodes[0]).toBe(flow.nodes[0])
    expect(shared.edges).toBe(flow.edges)
  })
})
