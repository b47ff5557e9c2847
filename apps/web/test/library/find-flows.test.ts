import { describe, expect, it } from 'vitest'
import { findFlows } from '../../src/features/library/find-flows.ts'

const flow = (name: string, description: string, nodes: number, updatedAt: string) => ({
  ...{ id: name, name, description, nodes, edges: 0 },
  updatedAt: `2026-${updatedAt}T00:00:00.000Z`,
})

const FLOWS = [
  flow('Shop 10', 'Three tiers', 4, '01-02'),
  flow('shop 9', 'With a cache', 9, '01-03'),
  flow('Café', 'A shop with tables', 2, '01-01'),
]

const namesOf = (words: string, sort: 'updated' | 'name' | 'nodes' = 'updated') =>
  findFlows(FLOWS, { words, sort }).map(({ name }) => name)

describe('search in the library', () => {
  it('[UI-510] finds every word in the name or the description', () => {
    expect(namesOf('shop')).toEqual(['shop 9', 'Shop 10', 'Café'])
    expect(namesOf(' tables  SHOP ')).toEqual(['Café'])
    expect(namesOf('cafe')).toEqual(['Café'])
    expect(namesOf('harbour')).toEqual([])
    expect(namesOf('')).toHaveLength(3)
  })

  it('[UI-511] sorts by last change, name or count of nodes', () => {
    expect(namesOf('', 'updated')).toEqual(['shop 9', 'Shop 10', 'Café'])
    expect(namesOf('', 'name')).toEqual(['Café', 'shop 9', 'Shop 10'])
    expect(namesOf('', 'nodes')).toEqual(['shop 9', 'Shop 10', 'Café'])
  })
})
