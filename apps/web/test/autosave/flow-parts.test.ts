import { createEdge, createNode, DOCUMENT_VERSION, type Flow, parseFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFlowParts, joinParts, type PartChanges, type StoredPart } from '../../src/stores/autosave/flow-parts.ts'

const clock = { now: () => 0, after: () => () => {} }

describe('the parts of a flow', () => {
  const { changedParts, prepareParts } = createFlowParts(clock)

  const serverAt = (x: number) => createNode('Server', { id: `n${x}`, position: { x, y: 0 } })
  const flow: Flow = {
    nodes: [
      createNode('Server', { id: 'a', position: { x: 0, y: 0 }, settings: { label: '"]},Людзі\u2028' } }),
      ...Array.from({ length: 250 }, (_, x) => serverAt(x)),
    ],
    edges: [createEdge('http', { id: 'c', ends: { source: 'a', target: 'n1' } })],
    groups: [{ id: 'group-1', label: 'Zone', position: { x: 0, y: 0 }, width: 400, height: 300 }],
    simulation: { users: 7 },
  }

  /** What is stored after the changes: a storage that keeps its keys in order. */
  function store(parts: readonly StoredPart[], { put, remove }: PartChanges): StoredPart[] {
    const next = new Map(parts.map((part) => [part.key.join(' '), part]))
    for (const key of remove) next.delete(key.join(' '))
    for (const part of put) next.set(part.key.join(' '), part)
    return [...next.values()].sort((a, b) =>
      a.key[0] === b.key[0] ? a.key[1] - b.key[1] : a.key[0] < b.key[0] ? -1 : 1,
    )
  }

  it('[UI-80] make up the same flow again, prepared or not', async () => {
    for (const content of [flow, { nodes: [], edges: [] }]) {
      expect(parseFlow(joinParts(store([], changedParts(content, null))))).toEqual({ ok: true, flow: content })
      await prepareParts(content)
      expect(joinParts(store([], changedParts(content, null)))).toEqual({
        documentVersion: DOCUMENT_VERSION,
        ...content,
      })
    }
  })

  it('[UI-87] of a change are those that it touches', () => {
    const moved = { ...flow, nodes: flow.nodes.with(120, serverAt(5_000)) }
    const { put, remove } = changedParts(moved, flow)
    expect(put.map(({ key }) => key)).toEqual([
      ['nodes', 1],
      ['rest', 0],
    ])
    expect(remove).toEqual([])
  })

  it('[UI-80] follow any row of changes', () => {
    const node = fc.integer({ min: 0, max: 20 }).map(serverAt)
    const nodes = fc.array(node, { maxLength: 350 })
    fc.assert(
      fc.property(fc.array(nodes, { minLength: 2, maxLength: 5 }), fc.nat(), (versions, keep) => {
        let [stored, before]: [StoredPart[], Flow | null] = [[], null]
        for (const list of versions) {
          const kept: readonly Flow['nodes'][number][] = before?.nodes.slice(0, keep % 300) ?? []
          const next: Flow = { nodes: [...kept, ...list], edges: [] }
          stored = store(stored, changedParts(next, before))
          expect(joinParts(stored)).toEqual({ documentVersion: DOCUMENT_VERSION, ...next })
          before = next
        }
      }),
      { numRuns: 50 },
    )
  })
})
