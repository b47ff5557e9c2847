import { describe, expect, it } from 'vitest'
import {
  applyChange,
  compareFlows,
  createEdge,
  createNode,
  EMPTY_FLOW,
  type Flow,
  type FlowChange,
} from '../src/index.ts'

const ends = { source: 'web', target: 'db' }
const before: Flow = {
  nodes: [
    createNode('Server', { id: 'web', position: { x: 0, y: 0 }, settings: { label: 'Web' } }),
    createNode('Database', { id: 'db', position: { x: 300, y: 0 }, settings: { label: 'Orders' } }),
  ],
  edges: [createEdge('http', { id: 'line', ends })],
}

const after = (...changes: readonly FlowChange[]) => changes.reduce(applyChange, before)

describe('comparing two flows', () => {
  it('[UI-85] finds nothing between equals', () => {
    expect(compareFlows(before, structuredClone(before))).toEqual({ onlyMine: [], onlyTheirs: [], changed: [] })
    expect(compareFlows(EMPTY_FLOW, EMPTY_FLOW)).toEqual({ onlyMine: [], onlyTheirs: [], changed: [] })
  })

  it('[UI-85] names what only one of them has', () => {
    const cache = createNode('Cache', { id: 'new', position: { x: 0, y: 200 } })
    const mine = after({ type: 'add', node: cache })
    const theirs = after({ type: 'remove', nodes: ['db'], edges: [] })
    expect(compareFlows(mine, theirs)).toEqual({
      onlyMine: ['Database: Orders', 'Cache: Cache', 'HTTP: Web to Orders'],
      onlyTheirs: [],
      changed: [],
    })
    expect(compareFlows(theirs, mine).onlyTheirs).toHaveLength(3)
  })

  it('[UI-85] says of the others by label what each of them holds', () => {
    const mine = after(
      { type: 'set-property', of: 'node', id: 'web', path: 'cpuCores', value: 4 },
      { type: 'set-property', of: 'node', id: 'web', path: 'label', value: 'Shop' },
    )
    const theirs = after(
      { type: 'set-property', of: 'node', id: 'web', path: 'cpuCores', value: 8 },
      { type: 'move', positions: new Map([['db', { x: 1300, y: 20 }]]) },
      { type: 'change-edge-kind', ids: ['line'], kind: 'grpc' },
    )
    const { changed } = compareFlows(mine, theirs)
    const of = (name: string) => changed.find((element) => element.name === name)?.differences
    expect(of('Server: Shop')).toEqual([
      { what: 'Label', mine: 'Shop', theirs: 'Web' },
      { what: 'CPU cores', mine: expect.stringMatching(/^4/), theirs: expect.stringMatching(/^8/) },
    ])
    expect(of('Database: Orders')).toEqual([{ what: 'Position', mine: '300, 0', theirs: '1,300, 20' }])
    expect(of('HTTP: Shop to Orders')).toContainEqual({ what: 'Kind', mine: 'HTTP', theirs: 'gRPC' })
  })

  it('[UI-88] counts a renamed component once, not again at each of its connections', () => {
    const theirs = after({ type: 'set-property', of: 'node', id: 'web', path: 'label', value: 'Shop' })
    expect(compareFlows(before, theirs).changed).toEqual([
      { name: 'Server: Web', differences: [{ what: 'Label', mine: 'Web', theirs: 'Shop' }] },
    ])
  })

  it('[UI-88] tells by label where a connection leads now', () => {
    const spare = createNode('Database', { id: 'spare', position: { x: 300, y: 200 }, settings: { label: 'Spare' } })
    const mine = after({ type: 'add', node: spare })
    const line = createEdge('http', { id: 'line', ends: { source: 'web', target: 'spare' } })
    expect(compareFlows(mine, { ...mine, edges: [line] }).changed).toEqual([
      { name: 'HTTP: Web to Orders', differences: [{ what: 'Ends', mine: 'Web to Orders', theirs: 'Web to Spare' }] },
    ])
  })

  it('[UI-85] compares groups by name, place and size', () => {
    const group = { id: 'group-1', label: 'Zone', position: { x: 0, y: 0 }, width: 400, height: 300 }
    const { onlyMine } = compareFlows({ ...before, groups: [group] }, before)
    expect(onlyMine).toEqual(['Group: Zone'])
    const wider = { ...before, groups: [{ ...group, width: 500 }] }
    expect(compareFlows({ ...before, groups: [group] }, wider).changed).toEqual([
      { name: 'Group: Zone', differences: [{ what: 'Size', mine: '400 × 300', theirs: '500 × 300' }] },
    ])
  })
})
