import { isDeepStrictEqual } from 'node:util'
import { EDGE_TYPES, type EdgeType, edgeKind, NODE_TYPES, type NodeType, nodeKind } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { buildNetwork } from '../src/network.ts'
import { flow, node } from './support/flows.ts'
import { type Row, rows } from './support/property-rows.ts'

/** All that the engine knows of the flow's node `n` and connection `e`. */
function known(drawn: Flow): unknown {
  const { stationOf, linkOf } = buildNetwork(drawn)
  const station = stationOf.get('n')
  const link = linkOf.get('e')
  return [station, link].map((part) => ({
    ...part,
    out: part === station ? station?.out.length : null,
    into: null,
    source: null,
    target: null,
  }))
}

/** Whether any of the other values changes what the engine knows. */
function changes({ name, beside, values }: Row, draw: (settings: object) => Flow): string {
  const before = known(draw(beside))
  const after = values.map((value) => known(draw({ ...beside, [name]: value })))
  return after.some((one) => !isDeepStrictEqual(one, before)) ? 'an effect' : 'no effect'
}

describe('stated effects', () => {
  it.each(rows(NODE_TYPES.map((type) => nodeKind(type))))('[SIM-86] $type, $name: $stated', (row) => {
    const draw = (settings: object) =>
      flow([createNode(row.type as NodeType, { id: 'n', position: { x: 0, y: 0 }, settings: { ...settings } })])
    expect(changes(row, draw)).toBe(row.stated)
  })

  it.each(rows(EDGE_TYPES.map((type) => edgeKind(type))))('[SIM-86] $type connection, $name: $stated', (row) => {
    const draw = (settings: object) =>
      flow(
        [node('Client', 'n'), node('Server', 's')],
        [createEdge(row.type as EdgeType, { id: 'e', ends: { source: 'n', target: 's' }, settings: { ...settings } })],
      )
    expect(changes(row, draw)).toBe(row.stated)
  })
})
