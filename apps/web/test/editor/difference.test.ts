import { createEdge, createNode, type Flow, flowDifferences } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { differenceDrawing, MARKS } from '../../src/features/editor/scene/difference.ts'
import type { Shape } from '../../src/features/editor/scene/shape.ts'

const server = (id: string, x: number, y = 0, label = id) =>
  createNode('Server', { id, position: { x, y }, settings: { label } })
const edge = (source: string, target: string) =>
  createEdge('http', { id: `${source}-${target}`, ends: { source, target } })

const version: Flow = {
  nodes: [server('same', 0), server('moved', 400), server('changed', 800), server('removed', 400, 400)],
  edges: [edge('same', 'moved'), edge('same', 'removed')],
  groups: [{ id: 'zone', label: 'Zone', position: { x: -40, y: -60 }, width: 400, height: 300 }],
}
const now: Flow = {
  nodes: [server('same', 0), server('moved', 460), server('changed', 800, 0, 'Other'), server('added', 800, 400)],
  edges: [edge('same', 'moved'), edge('same', 'added')],
  groups: [],
}

const draw = (one: Flow, other: Flow) => differenceDrawing(one, other, flowDifferences(one, other))
const texts = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))

describe('the drawing of a version', () => {
  it('[EDT-802] marks in words what was added, removed, changed and moved since, and nothing else', () => {
    const { elements } = draw(version, now)
    expect(Object.fromEntries(elements.map(({ key, mark }) => [key, texts(mark).join()]))).toEqual({
      'group zone': '− removed since',
      'edge same-moved': '',
      'edge same-removed': '−',
      'edge same-added': '+',
      'node same': '',
      'node moved': '↔ moved since',
      'node changed': '≠ changed since',
      'node removed': '− removed since',
      'node added': '+ added since',
    })
    expect(draw(version, version).elements.flatMap(({ mark }) => mark)).toEqual([])
  })

  it('[EDT-802] tells the changes apart without colour and words, too: no two outlines are alike', () => {
    const looks = Object.values(MARKS)
    expect(new Set(looks.map(({ sign }) => sign)).size).toBe(looks.length)
    const outlines = looks.map(({ sign, dashes }) => `${dashes ?? 'whole'} ${sign}`)
    expect(new Set(outlines).size).toBe(looks.length)
  })

  it('[EDT-816] shows elements as they were in the version, and what was added since as ghosts', () => {
    const { elements } = draw(version, now)
    const of = (key: string) => elements.find((element) => element.key === key)
    expect(texts(of('node changed')?.shapes ?? [])).toContain('changed')
    expect(elements.filter(({ isGhost }) => isGhost).map(({ key }) => key)).toEqual(['edge same-added', 'node added'])
  })

  it('[EDT-812] its marks have larger letters where a large flow is drawn small', () => {
    const sizes = (flow: Flow) =>
      draw(flow, { nodes: [], edges: [] }).elements.flatMap(({ mark }) =>
        mark.flatMap((shape) => (shape.kind === 'text' ? [shape.size] : [])),
      )
    expect(sizes({ nodes: [server('one', 0)], edges: [] })).toEqual([12])
    const [first, second] = sizes({ nodes: [server('one', 0), server('two', 2_000)], edges: [] })
    expect([first === second, (first ?? 0) > 24]).toEqual([true, true])
  })

  it('draws an empty version', () => {
    expect(draw({ nodes: [], edges: [] }, { nodes: [], edges: [] })).toMatchObject({ elements: [] })
  })
})
