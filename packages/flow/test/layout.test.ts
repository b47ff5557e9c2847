import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate, LAYER_SPACING, parseFlow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'

const counter = () => {
  let next = 0
  return () => String(next++)
}

describe('templates as flows', () => {
  it.each(TEMPLATES)('[FLW-20] $title is a valid flow, layered 350 apart and 200 within a layer', (template) => {
    const origin = { x: 100, y: -40 }
    const flow = instantiateTemplate(template, { origin, makeId: counter() })
    expect(parseFlow(JSON.parse(JSON.stringify(flow)))).toEqual({ ok: true, flow })
    expect(LAYER_SPACING).toEqual({ horizontal: 350, vertical: 200 })
    flow.nodes.forEach((node, index) => {
      expect(node.position.x).toBe(origin.x + (template.nodes[index]?.layer ?? Number.NaN) * 350)
    })
    const columns = Map.groupBy(flow.nodes, (node) => node.position.x)
    for (const column of columns.values()) {
      const heights = column.map((node) => node.position.y)
      expect(heights.reduce((sum, y) => sum + y, 0) / heights.length).toBeCloseTo(origin.y)
      heights.slice(1).forEach((y, index) => void expect(y - (heights[index] ?? 0)).toBe(200))
    }
  })

  it('[FLW-36] gives each use fresh ids', () => {
    const [template] = TEMPLATES
    if (template === undefined) throw new Error('there are templates')
    const makeId = counter()
    const origin = { x: 0, y: 0 }
    const ids = [1, 2].flatMap(() => {
      const flow = instantiateTemplate(template, { origin, makeId })
      return [...flow.nodes, ...flow.edges].map(({ id }) => id)
    })
    expect(new Set(ids).size).toBe(ids.length)
  })
})
