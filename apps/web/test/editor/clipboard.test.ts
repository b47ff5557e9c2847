import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClipboardText, writeClipboardText } from '../../src/features/editor/core/clipboard/clipboard-text.ts'
import { pasteOffset } from '../../src/features/editor/core/clipboard/paste-offset.ts'
import { subflowOf } from '../../src/features/editor/core/selection/subflow.ts'

const node = (id: string, x: number, y = 0) => createNode('Server', { id, position: { x, y } })
const edge = (source: string, target: string) =>
  createEdge('http', { id: `${source}-${target}`, ends: { source, target } })
const zone = { id: 'zone', label: 'Zone', position: { x: 900, y: -100 }, width: 400, height: 300 }
const flow: Flow = {
  nodes: [node('a', 0), node('b', 300), node('c', 1000)],
  edges: [edge('a', 'b'), edge('b', 'c')],
  groups: [zone],
  simulation: { seed: 3 },
}
const none = { nodes: [], groups: [] }

describe('a part of a drawing', () => {
  it('[EDT-51] holds the selected nodes with the edges between them, and what is inside a group', () => {
    expect(subflowOf(flow, none)).toBeNull()
    expect(subflowOf(flow, { ...none, nodes: ['a', 'b'] })).toEqual({
      nodes: flow.nodes.slice(0, 2),
      edges: [flow.edges[0]],
    })
    expect(subflowOf(flow, { ...none, groups: ['zone'] })).toEqual({
      nodes: [flow.nodes[2]],
      edges: [],
      groups: [zone],
    })
  })

  it('[EDT-51] holds the groups inside a group too', () => {
    const inner = { id: 'inner', label: 'Inner', position: { x: 950, y: -50 }, width: 300, height: 200 }
    const nested = { ...flow, groups: [zone, inner] }
    expect(subflowOf(nested, { ...none, groups: ['zone'] })?.groups).toEqual([zone, inner])
    expect(subflowOf(nested, { ...none, groups: ['inner'] })?.groups).toEqual([inner])
  })

  it('[EDT-326] is read from its text as it was, without the settings of the simulation', () => {
    const { simulation: _, ...part } = flow
    expect(readClipboardText(writeClipboardText(part))).toEqual({ ok: true, part })
    expect(writeClipboardText(flow)).toBe(writeClipboardText(part))
  })
})

describe('texts of the clipboard', () => {
  const text = writeClipboardText(flow)

  it.each([
    ['some words', null],
    ['{"nodes":[],"edges":[]}', null],
    ['', null],
    [text.replace('"Server"', '"Toaster"'), 'nodes.0.type of “Server”: “Toaster” is not a kind of component'],
    [text.replace('"source":"a"', '"source":"z"'), 'edges.0.source: “z” names no node of this flow'],
    [text.slice(0, -9), 'the document must be an object with nodes and edges'],
    [`${text.slice(0, -1)},"x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'it is nested deeper than 32 levels'],
  ])('[EDT-54] %.40s … is refused: %s', (hostile, message) => {
    expect(readClipboardText(hostile)).toEqual(message === null ? null : { ok: false, message })
  })

  it('[EDT-54] no text makes reading throw', () => {
    const change = fc.tuple(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 40 }))
    fc.assert(
      fc.property(change, ([at, cut, put]) => {
        const read = readClipboardText(text.slice(0, at) + put + text.slice(at + cut))
        if (read?.ok) expect(read.part.nodes.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})

describe('the place of what is pasted', () => {
  const part: Flow = { nodes: [node('p', 0), node('q', 300)], edges: [] }
  const view = { x: -100, y: -100, width: 1000, height: 800 }

  it('[EDT-52] is where it was, or 30 px further for each node that is there', () => {
    expect(pasteOffset(part, { flow: { nodes: [], edges: [] }, viewport: view })).toEqual({ x: 0, y: 0 })
    expect(pasteOffset(part, { flow: part, viewport: view })).toEqual({ x: 30, y: 30 })
    const board = { nodes: [node('a', 0), node('b', 330, 30)], edges: [] }
    expect(pasteOffset(part, { flow: board, viewport: view })).toEqual({ x: 60, y: 60 })
  })

  it('[EDT-331] is in the middle of the viewport where it would be out of view', () => {
    const away = { x: 4000, y: 4000, width: 1000, height: 800 }
    const { x, y } = pasteOffset(part, { flow: part, viewport: away })
    expect(Math.abs(x + 525 / 2 - 4500)).toBeLessThanOrEqual(7.5)
    expect(Math.abs(y + 75 / 2 - 4400)).toBeLessThanOrEqual(7.5)
    expect([x % 15, y % 15]).toEqual([0, 0])
  })

  it('[EDT-332] has its center where one points', () => {
    expect(pasteOffset(part, { flow: part, viewport: view, at: { x: 562, y: 338 } })).toEqual({ x: 300, y: 300 })
  })
})
