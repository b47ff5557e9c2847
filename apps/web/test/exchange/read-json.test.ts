import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingIn } from '../../src/features/editor/tools/exchange/read/heading-in.ts'
import { findJsonFault } from '../../src/features/editor/tools/exchange/read/json-fault.ts'
import { readText } from '../../src/features/editor/tools/exchange/read/read-text.ts'
import { isFlowText, sortOfText } from '../../src/features/editor/tools/exchange/read/text-format.ts'
import { flowDocument } from '../../src/features/editor/tools/exchange/write/flow-document.ts'

const flow: Flow = {
  nodes: [
    createNode('Client', { id: 'a', position: { x: 0.5, y: -3 }, settings: { label: '<b>“Ä”</b>', own: { x: [1] } } }),
    { ...createNode('Server', { id: 'b', position: { x: 350, y: 0 } }), width: 300, height: 120 },
  ],
  edges: [createEdge('grpc', { id: 'ab', ends: { source: 'a', target: 'b' } })],
  groups: [{ id: 'group-1', label: 'Zone', position: { x: -20, y: -50 }, width: 400, height: 200 }],
}

const messageOf = (text: string): string => {
  const read = readText(text)
  return read.ok ? 'read' : read.faults.join('\n')
}

describe('a flow as JSON', () => {
  it('[EXC-1] [EXC-3] holds the whole flow, and is read back as it was', () => {
    const text = flowDocument(flow, { name: 'Checkout', description: 'All of it' })
    expect(JSON.parse(text)).toMatchObject({ documentVersion: 1, name: 'Checkout', description: 'All of it' })
    expect(readText(text)).toEqual({
      ok: true,
      heading: { name: 'Checkout', description: 'All of it' },
      flow,
      leftOut: [],
    })
    expect(readText(`\uFEFF${text}`)).toMatchObject({ ok: true, flow })
  })

  it.each([
    [{}, null],
    [{ name: 7, description: null }, null],
    [{ name: 'Untitled flow', description: '' }, null],
    [
      { name: ' ', description: 'For tests' },
      { name: 'Untitled flow', description: 'For tests' },
    ],
    [{ name: 'x'.repeat(1e6) }, { name: 'x'.repeat(100), description: '' }],
  ])('[EXC-23] a file that says %j goes by %j', (said, heading) => {
    expect(headingIn(said)).toEqual(heading)
  })

  it.each([
    ['{"nodes": [],\n "edges": [}', 'line 2, column 12: a value is expected'],
    ['{"nodes": [] "edges": []}', 'line 1, column 14: "," or "}" is expected'],
    ['{"nodes": [],}', 'line 1, column 14: a key in double quotes is expected'],
    ['{"nodes": [], "edges": ["a]}', 'line 1, column 29: a closing quote is expected'],
    ['{"nodes": ["\\q"]}', 'line 1, column 13: a known escape such as \\n is expected'],
    ['{"nodes": []} []', 'line 1, column 15: the end of the document is expected'],
    ['{"nodes": [NaN]}', 'line 1, column 12: a value is expected'],
    ['{"nodes": {}, "edges": []}', 'nodes must be a list'],
    ['[1]', 'the document must be an object with nodes and edges'],
    ['{"documentVersion": 9, "nodes": [], "edges": []}', /^documentVersion: 9 must be at most 1/],
    [
      '{"nodes": [{"id": "a", "type": "server", "position": {"x": 0, "y": 0}, "data": {"cpuCores": 4096}}], "edges": []}',
      'nodes.0.data.cpuCores: 4096 must be at most 128',
    ],
    [
      '{"nodes": [{}], "edges": []}',
      /^nodes\.0\.id must be a text .*\nnodes\.0\.position must be .*\nnodes\.0\.type is not/,
    ],
    ['<!DOCTYPE html><html></html>', 'it is a web page or a picture, not a flow'],
    ['  ', 'it is empty'],
    ['Dear all', 'it is neither JSON nor a Mermaid flowchart'],
  ])('[EXC-4] %j is refused with place and reason', (text, message) => {
    expect(messageOf(text)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  it.each([
    [
      { type: 'Spaceship', data: { label: 'Orders' } },
      'nodes.0.type of “Orders”: “Spaceship” is not a kind of component',
    ],
    [{ type: 'Spaceship', data: { label: 7 } }, 'nodes.0.type: “Spaceship” is not a kind of component'],
    [{ type: 'x'.repeat(1e5), label: 'G' }, `nodes.0.type of “G”: “${'x'.repeat(40)}…” is not a kind of component`],
    [{ type: ['Server'], data: { label: '' } }, 'nodes.0.type is not a kind of component'],
  ])('[EXC-24] a fault names the element and the value: %.60j', (node, message) => {
    const nodes = [{ id: 'a', position: { x: 0, y: 0 }, ...node }]
    expect(messageOf(JSON.stringify({ nodes, edges: [] }))).toBe(message)
  })

  it('[EXC-4] every text that is not JSON has a place where it stops being JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', 'x', '\u0001'))
      .map(
        ([json, at, wrong]) => json.slice(0, at % (json.length + 1)) + wrong + json.slice((at % (json.length + 1)) + 1),
      )
      .filter((text) => !isJson(text))
    fc.assert(
      fc.property(broken, (text) => {
        const { line, column, expected } = findJsonFault(text)
        const before =
          text
            .split('\n')
            .slice(0, line - 1)
            .join('\n').length +
          Math.min(line - 1, 1) +
          column -
          1
        expect(expected).not.toBe('')
        expect(before).toBeLessThanOrEqual(text.length)
        // What stands before the fault can be the beginning of a document.
        expect(isJson(`${text.slice(0, before)}`) || expected !== 'the end of the document').toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  // A reader that needs more than time in proportion to the length would not come to an end here.
  it.each([
    [
      'a million components',
      `{"nodes":[${Array(1_000_000).fill('{}').join()}],"edges":[]}`,
      'it has a list of more than 100000 entries',
    ],
    [
      'a few components too many',
      `{"nodes":[${Array(10_001).fill('{}').join()}],"edges":[]}`,
      'nodes must hold at most 10000 entries',
    ],
    ['lists in lists, without end', '['.repeat(30_000_000), /nested deeper than 32 levels/],
    [
      'lists in lists, closed',
      `{"nodes":${'['.repeat(1e6)}${']'.repeat(1e6)},"edges":[]}`,
      /nested deeper than 32 levels/,
    ],
    ['objects in objects', `${'{"nodes":'.repeat(300_000)}1${'}'.repeat(300_000)}`, /nested deeper than 32 levels/],
    ['brackets in texts', `{"nodes": [${Array(90_000).fill('"[{"').join()} ]]`, /"," or "}" is expected$/],
    ['a reference to itself', '{"nodes": [{"$ref": "#"}], "edges": [{"$ref": "#/edges"}]}', /^nodes\.0\.id must be/],
    ['one long text that never ends', `{"nodes": "${'x'.repeat(30_000_000)}`, /a closing quote is expected$/],
  ])('[EXC-5] [REL-IN12] %s are refused', (_, text, message) => {
    expect(messageOf(text)).toMatch(message)
  })

  it('[EXC-1] is written with an element to a line', () => {
    const lines = flowDocument(flow, { name: 'Checkout', description: '' }).split('\n')
    expect(lines.filter((line) => line.startsWith('    {'))).toHaveLength(4)
    expect(flowDocument({ nodes: [], edges: [] }, { name: 'a', description: 'b' })).toBe(
      '{\n  "documentVersion": 1,\n  "name": "a",\n  "description": "b",\n  "nodes": [],\n  "edges": []\n}\n',
    )
  })

  it('[EXC-4] reading never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void expect(() => readText(text)).not.toThrow()))
  })
})

describe('what a text is', () => {
  it.each([
    ['{"nodes":[]}', 'json'],
    ['\uFEFF\n [', 'json'],
    ['flowchart LR\nA-->B', 'mermaid'],
    ['---\ntitle: x\n---\n%% a comment\n%%{init: {}}%%\n\n graph TD;A-->B', 'mermaid'],
    ['%%{init: {\n  "theme": "dark"\n}}%%\nflowchart TD', 'mermaid'],
    ['sequenceDiagram\nA->>B: hi', 'mermaid'],
    ['# Read me\n```mermaid\nflowchart TD\n```', 'mermaid'],
    ['<html lang="en">', 'web page'],
    ['graphic design is fun', 'unknown'],
    ['{not} json', 'json'],
    ['', 'unknown'],
  ])('[EXC-6] %j is taken for %s', (text, sort) => {
    expect(sortOfText(text)).toBe(sort)
  })

  it.each([
    ['{"nodes": [], "edges": []}', true],
    ['flowchart LR', true],
    ['{"a": 1}', false],
    ['[1, 2]', false],
    ['Pay 5 % more', false],
  ])('[EXC-39] pasting %j is for the board: %s', (text, isMeant) => {
    expect(isFlowText(text)).toBe(isMeant)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it('[UI-529] of an export of flows it is said what takes it', () => {
  expect(messageOf(JSON.stringify({ data: { flows: [] } }))).toContain('“Import” in the Flow Library')
})
