import { checkData, EDGE_KINDS, type FlowTemplate, NODE_KINDS, TEMPLATES } from '@plimsoll/catalog'
import { describe, expect, it } from 'vitest'

const each = TEMPLATES.map((template) => [template.id, template] as const)

describe('the templates', () => {
  it('[CAT-25] are the four of the palette', () => {
    expect(TEMPLATES.map(({ id, title }) => [id, title])).toEqual([
      ['three-tier', 'Three-Tier Architecture'],
      ['microservices', 'Microservices Architecture'],
      ['web-app-caching', 'Web App with Caching'],
      ['event-driven', 'Event-Driven Architecture'],
    ])
    for (const { description } of TEMPLATES) expect(description).toMatch(/^\p{Lu}.+\.$/u)
  })

  it.each(each)('[CAT-25] %s has only declared properties with allowed values', (_, { nodes, edges }) => {
    const parts = [
      ...nodes.map(({ key, type, data }) => ({ name: key, properties: NODE_KINDS[type].properties, data })),
      ...edges.map(({ from, to, type, data }) => ({
        name: `${from} to ${to}`,
        properties: EDGE_KINDS[type].properties,
        data,
      })),
    ]
    for (const { name, properties, data } of parts) {
      expect(checkData(properties, data), name).toEqual([])
      expect(
        Object.keys(data).filter((property) => !Object.hasOwn(properties, property)),
        name,
      ).toEqual([])
    }
  })

  it.each(each)('[CAT-25] %s has unique keys, labels and edges, and no edge without a node', (_, template) => {
    const keys = template.nodes.map(({ key }) => key)
    const labels = template.nodes.map(({ data }) => data.label)
    const ends = template.edges.map(({ from, to }) => `${from} ${to}`)
    for (const names of [keys, labels, ends]) expect(new Set(names).size).toBe(names.length)
    for (const { from, to } of template.edges) {
      expect(keys).toContain(from)
      expect(keys).toContain(to)
      expect(from).not.toBe(to)
    }
  })

  it.each(each)('[CAT-25] %s leads from clients to every other node, layer by layer', (_, template) => {
    const clients = template.nodes.filter(({ type }) => type === 'Client').map(({ key }) => key)
    expect(reachable(template, clients)).toEqual(new Set(template.nodes.map(({ key }) => key)))
    const layers = new Map(template.nodes.map(({ key, layer }) => [key, layer]))
    for (const { from, to } of template.edges) expect(layers.get(to)).toBeGreaterThan(layers.get(from) ?? Number.NaN)
    expect(new Set(layers.values())).toEqual(
      new Set(Array.from({ length: Math.max(...layers.values()) + 1 }, (_, i) => i)),
    )
  })

  it('[CAT-25] three-tier consists of client, load balancer, two servers, cache, database', () => {
    const threeTier = TEMPLATES.find(({ id }) => id === 'three-tier')
    const byLayer = Map.groupBy(threeTier?.nodes ?? [], ({ layer }) => layer)
    expect([...byLayer.values()].map((nodes) => nodes.map(({ type }) => type))).toEqual([
      ['Client'],
      ['LoadBalancer'],
      ['Server', 'Server'],
      ['Cache'],
      ['Database'],
    ])
  })
})

function reachable({ edges }: FlowTemplate, from: readonly string[]): Set<string> {
  const reached = new Set(from)
  for (const key of reached) for (const edge of edges) if (edge.from === key) reached.add(edge.to)
  return reached
}
