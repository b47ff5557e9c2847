import { describe, expect, it } from 'vitest'
import {
  applyChange,
  compareFlows,
  createEdge,
  createNode,
  EMPTY_FLOW,
  type Flow,
  type FlowChange,
  flowDifferences,
} from '../src/index.ts'

const ends = { source: 'web', target: 'db' }
const before: Flow = {
  nodes: [
    createNode('Server', { id: 'web', position: { x: 0, y: 0 }, settings: { label: 'Web' } }),
    createNode('Database', { id: 'db', position: { x: 300, y: 0 }, settings: { label: 'Orders' } }),
  ],
  edges: [createEdge('http', { id: 'web-db', ends })],
}

const after = (...changes: readonly FlowChange[]) => changes.reduce(applyChange, before)

describe('comparing two flows', () => {
  it('[UI-85] finds no difference between equal flows', () => {
    expect(compareFlows(before, structuredClone(before))).toEqual({ onlyMine: [], onlyTheirs: [], changed: [] })
    expect(compareFlows(EMPTY_FLOW, EMPTY_FLOW)).toEqual({ onlyMine: [], onlyTheirs: [], changed: [] })
  })

  it('[UI-85] lists elements that only one flow has', () => {
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

  it('[UI-85] lists the settings that differ by label, with both values', () => {
    const mine = after(
      { type: 'set-property', of: 'node', id: 'web', path: 'cpuCores', value: 4 },
      { type: 'set-property', of: 'node', id: 'web', path: 'label', value: 'Shop' },
    )
    const theirs = after(
      { type: 'set-property', of: 'node', id: 'web', path: 'cpuCores', value: 8 },
      { type: 'move', positions: new Map([['db', { x: 1300, y: 20 }]]) },
      { type: 'change-edge-kind', ids: ['web-db'], kind: 'grpc' },
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

  it('[UI-88] reports a renamed node once and not at each of its edges', () => {
    const theirs = after({ type: 'set-property', of: 'node', id: 'web', path: 'label', value: 'Shop' })
    expect(compareFlows(before, theirs).changed).toEqual([
      { name: 'Server: Web', differences: [{ what: 'Label', mine: 'Web', theirs: 'Shop' }] },
    ])
  })

  it('[UI-88] names the new end of an edge by label', () => {
    const spare = createNode('Database', { id: 'spare', position: { x: 300, y: 200 }, settings: { label: 'Spare' } })
    const mine = after({ type: 'add', node: spare })
    const edge = createEdge('http', { id: 'web-db', ends: { source: 'web', target: 'spare' } })
    expect(compareFlows(mine, { ...mine, edges: [edge] }).changed).toEqual([
      { name: 'HTTP: Web to Orders', differences: [{ what: 'Ends', mine: 'Web to Orders', theirs: 'Web to Spare' }] },
    ])
  })

  it('[UI-85] compares groups by name, position and size', () => {
    const group = { id: 'group-1', label: 'Zone', position: { x: 0, y: 0 }, width: 400, height: 300 }
    const { onlyMine } = compareFlows({ ...before, groups: [group] }, before)
    expect(onlyMine).toEqual(['Group: Zone'])
    const wider = { ...before, groups: [{ ...group, width: 500 }] }
    expect(compareFlows({ ...before, groups: [group] }, wider).changed).toEqual([
      { name: 'Group: Zone', differences: [{ what: 'Size', mine: '400 × 300', theirs: '500 × 300' }] },
    ])
  })
})

describe('what became of a flow', () => {
  it('[EDT-802] is what was added, removed, changed and moved, with its element', () => {
    const cache = createNode('Cache', { id: 'new', position: { x: 0, y: 200 } })
    const now = after(
      { type: 'add', node: cache },
      { type: 'set-property', of: 'node', id: 'web', path: 'cpuCores', value: 8 },
      { type: 'remove', nodes: [], edges: ['web-db'] },
      { type: 'move', positions: new Map([['db', { x: 400, y: 20 }]]) },
    )
    expect(flowDifferences(before, now).map(({ of, id, name, change }) => [of, id, name, change])).toEqual([
      ['node', 'web', 'Server: Web', 'changed'],
      ['node', 'db', 'Database: Orders', 'moved'],
      ['node', 'new', 'Cache: Cache', 'added'],
      ['edge', 'web-db', 'HTTP: Web to Orders', 'removed'],
    ])
    expect(flowDifferences(before, structuredClone(before))).toEqual([])
  })

  it('[EDT-804] what differs in place or size alone has moved, what differs in more has changed', () => {
    const move: FlowChange = { type: 'move', positions: new Map([['web', { x: 40, y: 20 }]]) }
    const rename: FlowChange = { type: 'set-property', of: 'node', id: 'web', path: 'label', value: 'Shop' }
    expect(flowDifferences(before, after(move))).toEqual([
      {
        ...{ of: 'node', id: 'web', name: 'Server: Web', change: 'moved' },
        differences: [{ what: 'Position', mine: '0, 0', theirs: '40, 20' }],
      },
    ])
    expect(flowDifferences(before, after(move, rename))).toMatchObject([{ name: 'Server: Shop', change: 'changed' }])
  })
})
