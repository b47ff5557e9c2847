import { isDeepStrictEqual } from 'node:util'
import {
  EDGE_TYPES,
  type EdgeType,
  edgeKind,
  NODE_TYPES,
  type NodeType,
  nodeKind,
  type Properties,
  type Property,
  type PropertyValue,
} from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { buildNetwork } from '../src/network.ts'
import { flow, node } from './support/flows.ts'

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

/** Other values that the property allows. */
function otherValues(property: Property): readonly PropertyValue[] {
  if (property.type === 'number') {
    const { default: old, max } = property
    return [typeof max === 'number' && old * 2 > max ? old / 2 : old * 2 + 1]
  }
  if (property.type === 'choice')
    return property.options.map(({ value }) => value).filter((value) => value !== property.default)
  if (property.type === 'flag') return [!property.default]
  if (property.type === 'list') return [[...property.default, 'another']]
  if (property.type === 'text') return [`${property.default} other`]
  return []
}

interface Row {
  readonly type: string
  readonly name: string
  /** Whether the property is stated to affect the live engine. */
  readonly stated: string
  /** Settings beside which it counts: what shows it, and what it shows. */
  readonly beside: Readonly<Record<string, PropertyValue>>
  readonly values: readonly PropertyValue[]
}

function rows(kinds: readonly { readonly type: string; readonly properties: Properties }[]): Row[] {
  return kinds.flatMap(({ type, properties }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const values = otherValues(property)
      if (values.length === 0) return []
      const shown = Object.entries(properties).flatMap(([other, { visibleWhen, ...declared }]) => {
        const value = visibleWhen?.property === name ? otherValues(declared as Property)[0] : undefined
        return value === undefined ? [] : [[other, value] as const]
      })
      const condition = property.visibleWhen
      const beside = { ...Object.fromEntries(shown), ...(condition && { [condition.property]: condition.is }) }
      return [{ type, name, stated: property.effect.live === undefined ? 'no effect' : 'an effect', beside, values }]
    }),
  )
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
