import { applyChange, createNode, EMPTY_FLOW, type FlowNode } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { targetsFor } from '../../src/features/editor/panels/connect-picker/targets.ts'

const nodes = [
  createNode('Client', { id: 'browser', position: { x: 0, y: 0 }, settings: { label: 'Browser' } }),
  createNode('Database', { id: 'ledger', position: { x: 900, y: 0 }, settings: { label: 'Ledger' } }),
  createNode('Server', { id: 'orders', position: { x: 300, y: 0 }, settings: { label: 'Orders' } }),
  createNode('Server', { id: 'stock', position: { x: 300, y: 200 }, settings: { label: 'Stock' } }),
]
const flow = applyChange(
  { ...EMPTY_FLOW, nodes },
  { type: 'connect', id: 'line', ends: { source: 'browser', target: 'orders' } },
)
const names = (typed: string) => targetsFor(flow, nodes[0] as FlowNode, { typed }).map(({ id }) => id)

it('[EDT-13] offers the nodes that are not connected yet, the nearest first', () => {
  expect(names('')).toEqual(['stock', 'ledger'])
})

it('[EDT-316] finds by label and by kind, in any case', () => {
  expect(names('LED')).toEqual(['ledger'])
  expect(names(' server ')).toEqual(['stock'])
  expect(names('browser')).toEqual([])
})

it('[EDT-12] a connection back is another connection', () => {
  expect(targetsFor(flow, nodes[2] as FlowNode, { typed: 'browser' }).map(({ id }) => id)).toEqual(['browser'])
})

it('[EDT-324] offers for the start of a connection the nodes that are not connected to its end yet', () => {
  const starts = targetsFor(flow, nodes[2] as FlowNode, { typed: '', isForward: false })
  expect(starts.map(({ id }) => id)).toEqual(['stock', 'ledger'])
})
