import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { testSession } from '../editor-session.ts'

const position = { x: 0, y: 0 }
const flow: Flow = {
  nodes: [
    createNode('Server', { id: 'orders', position, settings: { label: 'Orders', description: 'Takes payments' } }),
    createNode('Database', { id: 'ledger', position, settings: { label: 'Ledger' } }),
  ],
  edges: [
    createEdge('http', {
      id: 'query',
      ends: { source: 'orders', target: 'ledger' },
      settings: { label: 'Bookings', description: 'Nightly' },
    }),
  ],
  groups: [{ id: 'zone', label: 'Backend', position, width: 200, height: 200 }],
}
const found = (typed: string) =>
  testSession()
    .search.found(flow, typed)
    .map(({ of, id }) => `${of} ${id}`)

it.each([
  ['a node by its label', 'orders', 'nodes orders'],
  ['a node by its kind', 'server', 'nodes orders'],
  ['a node by its description', 'payments', 'nodes orders'],
  ['an edge by its label', 'bookings', 'edges query'],
  ['an edge by its kind', 'http', 'edges query'],
  ['an edge by its description', 'nightly', 'edges query'],
  ['a group by its label', 'backend', 'groups zone'],
  ['a group by its kind', 'group', 'groups zone'],
])('[EDT-342] the search finds %s', (_, typed, expected) => {
  expect(found(typed)[0]).toBe(expected)
})
