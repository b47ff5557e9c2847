import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { selectedFlow } from '../../src/features/editor/core/selection/selected-flow.ts'
import { sharpnessOf } from '../../src/features/editor/painters/picture/to-png.ts'
import { written } from '../../src/features/editor/ui/picture/xml-text.ts'

const node = (id: string, x: number) => createNode('Server', { id, position: { x, y: 0 } })
const flow: Flow = {
  nodes: [node('a', 0), node('b', 400), node('c', 800)],
  edges: [
    createEdge('http', { id: 'ab', ends: { source: 'a', target: 'b' } }),
    createEdge('http', { id: 'bc', ends: { source: 'b', target: 'c' } }),
  ],
  groups: [{ id: 'g', label: 'Zone', position: { x: 380, y: -60 }, width: 700, height: 200 }],
}

const idsOf = (selection: { nodes?: string[]; edges?: string[]; groups?: string[] }) => {
  const part = selectedFlow(flow, { nodes: [], edges: [], groups: [], ...selection })
  return [...part.nodes, ...part.edges, ...(part.groups ?? [])].map(({ id }) => id).join(' ')
}

describe('what a picture shows', () => {
  it.each([
    [{}, ''],
    [{ nodes: ['a', 'b'] }, 'a b ab'],
    [{ groups: ['g'] }, 'b c bc g'],
    [{ edges: ['ab'] }, 'a b ab'],
  ])('[EXC-21] with %j selected: %s', (selection, ids) => {
    expect(idsOf(selection)).toBe(ids)
  })

  it.each([
    [{ width: 1000, height: 500 }, 2],
    [{ width: 16_384, height: 100 }, 1],
    [{ width: 32_768, height: 100 }, 0.5],
    [{ width: 16_384, height: 16_384 }, 0.5],
  ])('[EXC-22] %j has %d pixels for one', (size, sharpness) => {
    expect(sharpnessOf(size)).toBe(sharpness)
  })

  it('[EXC-35] a name loses what no document may hold', () => {
    expect(written('a\u0000b\ud800c\uffffd😀 <b>')).toBe('a\ufffdb\ufffdc\ufffdd😀 <b>')
    expect(written('x'.repeat(10_000))).toHaveLength(400)
  })
})
