import { EDGE_TYPES, NODE_TYPES } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow, type FlowGroup, readMermaid, writeMermaid } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, chain, group } from './fixtures.ts'

/** What JavaScript, YAML or a text editor takes as the end of a line. */
const LINE_SEPARATORS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']

const character = fc.oneof(
  fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(
    ...'"#&;<>`$*_-[](){}|\\/:=%@ \n\t',
    '<br/>',
    '#35;',
    '&amp;',
    'fa:fa-user ',
    '-->',
    'end',
    'redis',
    '1. ',
    ...LINE_SEPARATORS,
  ),
)
const label = fc.string({ unit: character, maxLength: 20 })

interface NestedFlow {
  readonly flow: Flow
  readonly parents: ReadonlyMap<string, string>
}

const nestedFlow: fc.Arbitrary<NestedFlow> = fc
  .record({
    nodes: fc.array(fc.record({ type: fc.constantFrom(...NODE_TYPES), label, parent: fc.nat() }), { maxLength: 8 }),
    groups: fc.array(fc.record({ label, parent: fc.nat() }), { maxLength: 4 }),
    edges: fc.array(
      fc.record({
        type: fc.constantFrom(...EDGE_TYPES),
        label,
        from: fc.nat(),
        to: fc.nat(),
        dashed: fc.boolean(),
        bidirectional: fc.boolean(),
      }),
      { maxLength: 10 },
    ),
  })
  .map(({ nodes, groups, edges }) => {
    const parents = new Map<string, string>()
    // Half of all elements have a parent. A group's parent precedes it, so there are no cycles.
    const assignParent = (id: string, choice: number, count: number) => {
      if (choice % 2 === 0 && count > 0) parents.set(id, `g${(choice / 2) % count}`)
    }
    for (const [index, { parent }] of nodes.entries()) assignParent(`n${index}`, parent, groups.length)
    for (const [index, { parent }] of groups.entries()) assignParent(`g${index}`, parent, index)
    const pairs = new Map(
      edges
        .map(({ from, to, ...rest }) => ({
          ...rest,
          source: from % (nodes.length || 1),
          target: to % (nodes.length || 1),
        }))
        .filter(({ source, target }) => source !== target)
        .map((edge) => [`${edge.source} ${edge.target}`, edge]),
    )
    const flow: Flow = {
      nodes: nodes.map(({ type, label }, index) =>
        createNode(type, { id: `n${index}`, position: at(0, 0), settings: { label } }),
      ),
      edges: [...pairs.values()].map(({ type, source, target, ...settings }, index) =>
        createEdge(type, { id: `e${index}`, ends: { source: `n${source}`, target: `n${target}` }, settings }),
      ),
      groups: groups.map(({ label }, index) => group(`g${index}`, { label })),
    }
    return { flow, parents }
  })

/** What Mermaid can express of a flow, independent of ids and order. */
function mermaidContent({ flow, parents }: NestedFlow) {
  const groups = new Map((flow.groups ?? []).map((one) => [one.id, one]))
  const pathOf = (id: string): string[] => {
    const parent = parents.get(id)
    return parent === undefined ? [] : [...pathOf(parent), (groups.get(parent) as FlowGroup).label]
  }
  const nodes = new Map(flow.nodes.map(({ id, type, data }) => [id, JSON.stringify([type, data.label, pathOf(id)])]))
  return {
    nodes: [...nodes.values()].sort(),
    groups: [...groups.values()].map(({ id, label }) => JSON.stringify([label, pathOf(id)])).sort(),
    edges: flow.edges
      .map(({ source, target, type, data }) => JSON.stringify([nodes.get(source), type, data.label, nodes.get(target)]))
      .sort(),
  }
}

function readBack(text: string) {
  let count = 0
  const read = readMermaid(text, { makeId: () => String(++count) })
  if (!read.ok) throw new Error(`${JSON.stringify(read.fault)}\n${text}`)
  return read
}

describe('a flow as Mermaid', () => {
  it('[EXC-7] is a flowchart from left to right with shapes, subgraphs and the kinds of its links', () => {
    const flow = { ...chain(), groups: [group('group-1', { label: 'Private "subnet"' })] }
    const parents = new Map([
      ['s', 'group-1'],
      ['d', 'group-1'],
    ])
    expect(writeMermaid(flow, { title: 'A "chain"', parents })).toBe(`---
title: "A \\"chain\\""
---
flowchart LR
  n1(["Client"]):::client
  subgraph g1["Private #34;subnet#34;"]
    n2["Server"]:::server
    n3[("Database")]:::database
  end
  n1 -->|"HTTP"| n2
  n2 <-->|"Database"| n3
`)
  })

  it('[EXC-8] is read back with the same kinds, labels, groups and ends', () => {
    fc.assert(
      fc.property(nestedFlow, label, ({ flow, parents }, title) => {
        const read = readBack(writeMermaid(flow, { title, parents }))
        expect(mermaidContent(read)).toEqual(mermaidContent({ flow, parents }))
        expect(read.leftOut).toEqual({ twice: 0, toItself: 0, ofGroup: 0 })
        if (title !== '') expect(read.title).toBe(title)
      }),
      { numRuns: 500 },
    )
  })

  it.each([...LINE_SEPARATORS, '\u007f', '\ufeff', '\uffff'])(
    '[EXC-8] keeps a title that holds %j whole, on one line',
    (separator) => {
      const title = `one${separator}title: two${separator}---${separator}three`
      const text = writeMermaid(chain(), { title, parents: new Map() })
      const [, titleLine = ''] = text.split('\n')
      expect(titleLine).toMatch(/^title: "[^\p{C}\p{Zl}\p{Zp}]*three"$/u)
      expect(readBack(text).title).toBe(title)
    },
  )

  it('[EXC-8] is read back for every pair of node kinds and every kind of edge', () => {
    for (const source of NODE_TYPES)
      for (const target of NODE_TYPES)
        for (const type of EDGE_TYPES) {
          const nodes = [
            createNode(source, { id: 'a', position: at(0, 0) }),
            createNode(target, { id: 'b', position: at(0, 0) }),
          ]
          const edges = [createEdge(type, { id: 'e', ends: { source: 'a', target: 'b' } })]
          const { flow } = readBack(writeMermaid({ nodes, edges }, { title: '', parents: new Map() }))
          expect([flow.nodes[0]?.type, flow.edges[0]?.type, flow.nodes[1]?.type]).toEqual([source, type, target])
        }
  })

  it('[EXC-8] [EXC-26] [EXC-27] writes bidirectional and dashed edges', () => {
    const [a, b] = chain().nodes
    const edges = [
      createEdge('http', {
        id: 'e',
        ends: { source: 'c', target: 's' },
        settings: { dashed: true, bidirectional: true },
      }),
    ]
    const text = writeMermaid(
      { nodes: [a, b].filter((node) => node !== undefined), edges },
      { title: '', parents: new Map() },
    )
    expect(text).toContain('n1 <-.->|"HTTP"| n2')
    expect(readBack(text).flow.edges[0]?.data).toEqual(edges[0]?.data)
  })
})
