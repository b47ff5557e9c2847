import { createEdge, createNode, DOCUMENT_VERSION, type Flow, parseFlow } from '@plimsoll/flow'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWritePace } from '../../src/stores/autosave/debounce.ts'
import { readRecord } from '../../src/stores/autosave/draft-record.ts'
import {
  changedParts,
  joinParts,
  type PartChanges,
  prepareParts,
  type StoredPart,
} from '../../src/stores/autosave/flow-parts.ts'
import { readMessage } from '../../src/stores/autosave/tab-channel.ts'

describe('the parts of a flow', () => {
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

describe('the pace of writing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = () => {
    const writes: number[] = []
    const pace = createWritePace(() => writes.push(Date.now() - began), { pauseMs: 250, atMostMs: 450 })
    const began = Date.now()
    const change = () => pace.changed(Date.now())
    return { writes, pace, change }
  }

  it('[UI-87] waits for a pause, but never long', () => {
    const { writes, change } = start()
    change()
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual([250])
    for (let at = 0; at < 1_000; at += 50) {
      change()
      vi.advanceTimersByTime(50)
    }
    vi.advanceTimersByTime(1_000)
    expect(writes.slice(1)).toEqual([1_450, 1_900, 2_200])
  })

  it('[UI-87] writes at once when asked, and not again after that', () => {
    const { writes, pace, change } = start()
    change()
    pace.writeNow()
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual([0])
    change()
    pace.cancel()
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual([0])
  })
})

describe('what others may have put there', () => {
  const record = {
    id: '1-2',
    schema: 1,
    owner: 'somebody',
    saved: null,
    isUnsaved: true,
    isLeft: false,
    changedAt: 1,
    nodes: 1,
    edges: 0,
  }

  it('[REL-CL3] a record is taken whole or not at all; one of a later schema is left alone', () => {
    expect(readRecord(record)).toEqual({ ...record, heading: null, view: null })
    expect(readRecord({ ...record, saved: { id: 'f', name: 'F', description: '', version: 1 } })).not.toBeNull()
    for (const key of Object.keys(record)) expect(readRecord({ ...record, [key]: undefined }), key).toBeNull()
    expect(readRecord({ ...record, saved: { id: 'f' } })).toBeNull()
    expect(readRecord({ ...record, schema: 2 })).toBeNull()
    fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (value) => readRecord(value) === null))
  })

  it('[EXC-23] a record has the heading of its board, if it is one', () => {
    const heading = { name: 'Shop', description: '' }
    expect(readRecord({ ...record, heading })?.heading).toEqual(heading)
    expect(readRecord({ ...record, heading: { name: 7 } })?.heading).toBeNull()
  })

  it('[EDT-103] a record has the view of its board, if it is one', () => {
    const view = { x: -10.5, y: 0, zoom: 1.2 }
    expect(readRecord({ ...record, view })?.view).toEqual(view)
    for (const none of [7, null, { x: 1, y: 2 }, { ...view, zoom: Number.NaN }, { ...view, x: '1' }])
      expect(readRecord({ ...record, view: none })?.view).toBeNull()
  })

  it('[UI-83] [REL-WB7] a message is one of ours or none', () => {
    const messages = [
      { kind: 'began', schema: 1 },
      { kind: 'opened', flow: 'f' },
      { kind: 'saved', flow: 'f', version: 2 },
      { kind: 'who' },
      { kind: 'holds', board: 'b' },
    ]
    for (const message of messages) expect(readMessage({ ...message, other: 1 })).toEqual(message)
    const almost = fc.record({
      kind: fc.constantFrom('began', 'opened', 'saved', 'holds', '__proto__'),
      schema: fc.double(),
      flow: fc.integer(),
      version: fc.string(),
      board: fc.object(),
    })
    const isNone = (value: unknown) => readMessage(value) === null
    fc.assert(
      fc.property(
        almost.filter(({ kind, schema }) => kind !== 'began' || !Number.isSafeInteger(schema)),
        isNone,
      ),
      { numRuns: 5_000 },
    )
    fc.assert(fc.property(fc.anything({ withNullPrototype: true, withObjectString: true }), isNone), { numRuns: 5_000 })
  })
})
