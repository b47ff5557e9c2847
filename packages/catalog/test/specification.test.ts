import { EDGE_KINDS, type EdgeType, NODE_KINDS, type NodeType, type Properties, type Property } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'
import { BOUNDS_OF_OUR_OWN, COMPONENTS, CONNECTIONS, type Expected } from './specification.data.ts'

/**
 * The specification's properties, written out once more and independently of the catalog: a slip there is a
 * difference here.
 */
describe('the specification', () => {
  it.each(Object.keys(COMPONENTS) as NodeType[])('[CAT-2] [CAT-201] node %s', (type) => {
    expect(described(NODE_KINDS[type].properties)).toEqual(expected(COMPONENTS[type]))
  })

  it.each(Object.keys(CONNECTIONS) as EdgeType[])('[CAT-2] [CAT-200] [CAT-201] edge %s', (type) => {
    expect(described(EDGE_KINDS[type].properties)).toEqual(expected(CONNECTIONS[type]))
  })

  it('[CAT-1] [CAT-69] has five kinds of nodes, in the order of the palette, and eleven kinds of edges', () => {
    expect(Object.values(NODE_KINDS).map(({ label, caption }) => [label, caption])).toEqual([
      ['Server', 'Application or API server'],
      ['Database', 'Data storage system'],
      ['Load Balancer', 'Distributes traffic'],
      ['Client', 'End user or client application'],
      ['Cache', 'Fast data retrieval'],
    ])
    expect(Object.keys(EDGE_KINDS)).toEqual(Object.keys(CONNECTIONS))
    for (const [type, kind] of [...Object.entries(NODE_KINDS), ...Object.entries(EDGE_KINDS)]) {
      expect(kind.type).toBe(type)
    }
  })

  it('[CAT-2] [CAT-7] offers subtypes of a database by its type', () => {
    const { dbSubType } = NODE_KINDS.Database.properties
    expect(dbSubType.placeholder).toBe('Select a subtype')
    expect(
      Object.fromEntries(
        Object.entries(dbSubType.optionsBy).map(([type, options]) => [
          type,
          options.map(({ value, label }) => [value, label]),
        ]),
      ),
    ).toEqual({
      SQL: [
        ['Relational', 'Relational'],
        ['NewSQL', 'NewSQL'],
        ['Graph', 'Graph SQL'],
      ],
      NoSQL: [
        ['Document', 'Document'],
        ['Key-Value', 'Key-Value'],
        ['Column-Family', 'Column-Family'],
        ['Graph', 'Graph'],
      ],
      Cache: [
        ['In-Memory', 'In-Memory'],
        ['Key-Value', 'Key-Value'],
      ],
      Other: [['Other', 'Other']],
    })
  })
})

/** A property of the catalog in the form of the table; mirrors are left out. */
function described(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => property.type !== 'mirror')
      .map(([name, property]) => [name, describedOne(property)]),
  )
}

function describedOne(property: Property) {
  if (property.type === 'mirror') return {}
  const { default: byDefault } = property
  if (property.type === 'choice') return { default: byDefault, options: property.options.map(({ value }) => value) }
  if (property.type !== 'number') return { default: byDefault }
  return { default: byDefault, min: property.min, max: property.max, integer: property.integer }
}

function expected(table: Readonly<Record<string, Expected>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { whole = false, ...stated }]) => {
      if (typeof stated.default !== 'number') return [name, stated]
      return [name, { min: BOUNDS_OF_OUR_OWN[name], max: undefined, ...stated, integer: whole }]
    }),
  )
}
