import { type Flow, groupsOf, parseFlow, writeMermaid } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rectOf } from '../../src/features/editor/core/placement.ts'
import { readText } from '../../src/features/editor/tools/exchange/read/read-text.ts'
import { nestingOf } from '../../src/features/editor/tools/exchange/write/nesting.ts'

function read(text: string) {
  const result = readText(text)
  if (!result.ok) throw new Error(result.faults.join())
  return result
}

const labelsById = ({ nodes, ...flow }: Flow): ReadonlyMap<string, string> =>
  new Map([
    ...nodes.map(({ id, data }): [string, string] => [id, data.label]),
    ...groupsOf({ nodes, ...flow }).map(({ id, label }): [string, string] => [id, label]),
  ])

/** What stands in what, by labels. */
function nesting(flow: Flow): Record<string, string> {
  const labels = labelsById(flow)
  return Object.fromEntries(Array.from(nestingOf(flow), ([id, parent]) => [labels.get(id), labels.get(parent)]))
}

function overlapping(flow: Flow): string[] {
  const rects = flow.nodes.map((node) => ({ name: node.data.label, ...rectOf(node) }))
  return rects.flatMap((a, index) =>
    rects
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.name} ${b.name}`),
  )
}

describe('where a flowchart is placed', () => {
  it('[EXC-15] from left to right, on the grid, nodes apart', () => {
    const { flow } = read('graph TD\nA --> B & C --> D\nD --> A')
    const x = new Map(flow.nodes.map(({ data, position }) => [data.label, position.x]))
    expect(x.get('A')).toBeLessThan(x.get('B') as number)
    expect(x.get('B')).toBe(x.get('C'))
    expect(x.get('C')).toBeLessThan(x.get('D') as number)
    expect(flow.nodes.every(({ position }) => position.x % 15 === 0 && position.y % 15 === 0)).toBe(true)
    expect(overlapping(flow)).toEqual([])
  })

  it('[EXC-15] each in the group that it belongs in, and in no other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ group: fc.nat({ max: 5 }), to: fc.nat() }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (cards, outer) => {
          const expected: Record<string, string> = {}
          const groups = outer.map((_, index) => `g${index}`)
          const write = (parent: number): string[] =>
            groups.flatMap((name, index) => {
              // Half of the groups stand in an earlier one.
              const choice = outer[index] ?? 0
              const own = choice % 2 === 0 && index > 0 ? (choice / 2) % index : -1
              if (own !== parent) return []
              if (own >= 0) expected[name] = `g${own}`
              const members = cards.flatMap(({ group }, card) => (group === index ? [`n${card}`] : []))
              for (const member of members) expected[member] = name
              return [`subgraph ${name}`, ...members, ...write(index), 'end']
            })
          const all = cards.map((_, index) => `n${index}`)
          const links = cards.map(({ to }, index) => `n${index} --> n${to % cards.length}`)
          const { flow } = read(['graph LR', ...write(-1), ...all, ...links].join('\n'))
          expect(nesting(flow)).toEqual(expected)
          expect(overlapping(flow)).toEqual([])
        },
      ),
    )
  })

  it('[EXC-8] a drawing that was read is written and read again with the same groups', () => {
    const first = read(
      'graph LR\nsubgraph a [Outer]\n x\nsubgraph b [Inner]\ny\nend\nend\nx --> y --> z\nsubgraph c\nend',
    ).flow
    const again = read(writeMermaid(first, { title: 'x', parents: nestingOf(first) })).flow
    expect(nesting(again)).toEqual({ x: 'Outer', y: 'Inner', Inner: 'Outer' })
    expect(nesting(first)).toEqual(nesting(again))
    expect(groupsOf(again).map(({ label }) => label)).toEqual(['Outer', 'Inner', 'c'])
  })

  it('[EXC-15] what is read can be saved', () => {
    const { flow } = read(
      `graph LR\nsubgraph ${'long '.repeat(100)}\na["${'x'.repeat(9000)}"]\nend\na -- "${'y'.repeat(9000)}" --> b`,
    )
    expect(parseFlow(JSON.parse(JSON.stringify(flow)))).toMatchObject({ ok: true })
  })

  it('[EXC-6] the first fenced diagram of a page is read, and its faults are told by the lines of the page', () => {
    const page = (line: string) =>
      `# How it works\n\n~~~ mermaid\ngraph LR\n${line}\n~~~\nand\n~~~mermaid\ngraph\nX\n~~~`
    expect(read(page('A --> B')).flow.nodes).toHaveLength(2)
    expect(readText(page('A -> B'))).toEqual({ ok: false, faults: [expect.stringContaining('line 5, column 2:')] })
  })

  it('[EXC-23] the title in the front matter is the name', () => {
    expect(read('---\ntitle: "Shop: 2"\n---\ngraph LR\nA').heading).toEqual({ name: 'Shop: 2', description: '' })
    expect(read('graph LR\nA').heading).toBeNull()
  })

  it('[EXC-12] what is left out is told', () => {
    expect(read('graph LR\nA --> A\nA --> B\nA --> B').leftOut).toEqual([
      'Left out: 1 that were there already.',
      'Left out: 1 that lead from a component to itself.',
    ])
  })
})
