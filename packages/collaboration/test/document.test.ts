import { TEMPLATES } from '@plimsoll/catalog'
import { applyToDocument, type Content, createDocument, mendDocument, readContent } from '@plimsoll/collaboration'
import { applyChange, createEdge, createNode, type Flow, type FlowChange, instantiateTemplate } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'

const at = (x: number, y: number) => ({ x, y })

const shop: Content = {
  name: 'Shop',
  description: 'Sells things',
  flow: {
    nodes: [
      createNode('Client', { id: 'c', position: at(0, 0) }),
      createNode('Server', { id: 's', position: at(350, 0), settings: { label: 'Web', owner: { team: 'a' } } }),
      createNode('Database', { id: 'd', position: at(700, 0) }),
    ],
    edges: [
      createEdge('http', { id: 'cs', ends: { source: 'c', target: 's' } }),
      createEdge('database', { id: 'sd', ends: { source: 's', target: 'd', sourceHandle: 'out' } }),
    ],
    slides: [
      { id: 'one', title: 'All of it', text: 'Sells things.', area: { x: 0, y: 0, width: 900, height: 300 } },
      { id: 'two', title: 'Web', text: '', area: { x: 0, y: 0, width: 9, height: 3 }, elements: ['s'] },
    ],
    groups: [{ id: 'g', label: 'Zone', position: at(1, 2), width: 300, height: 200 }],
    simulation: { engine: 'events', seed: 7 },
  },
}

const changed = (content: Content, ...changes: FlowChange[]): Content => ({
  ...content,
  flow: changes.reduce(applyChange, content.flow),
})

const flowOf = (doc: Y.Doc): Flow => readContent(doc).content.flow

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

function merge(...docs: readonly Y.Doc[]): void {
  for (const to of docs) for (const from of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
}

const set = (id: string, path: string, value: unknown): FlowChange => ({
  type: 'set-property',
  of: 'node',
  id,
  path,
  value,
})

describe('the document that people share', () => {
  it('[COL-1] reads as the content that was written', () => {
    expect(readContent(createDocument(shop))).toEqual({ content: shop, mended: [] })
    for (const template of TEMPLATES) {
      let id = 0
      const flow = instantiateTemplate(template, { origin: at(0, 0), makeId: () => `${id++}` })
      const content = { ...shop, flow }
      expect(JSON.stringify(readContent(createDocument(content)).content.flow)).toBe(JSON.stringify(flow))
    }
  })

  it('[COL-2] keeps both of two changes of different settings of one component', () => {
    const doc = createDocument(shop)
    const other = copyOf(doc)
    applyToDocument(doc, shop, changed(shop, set('s', 'cpuCores', 8)))
    applyToDocument(other, shop, changed(shop, set('s', 'memory', 64), set('d', 'label', 'Orders')))
    merge(doc, other)
    expect(flowOf(doc).nodes[1]?.data).toMatchObject({ cpuCores: 8, memory: 64 })
    expect(flowOf(other)).toEqual(flowOf(doc))
  })

  it('[COL-3] writes only what differs', () => {
    const doc = createDocument(shop)
    const updates: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => updates.push(update))
    applyToDocument(doc, shop, shop)
    applyToDocument(doc, shop, changed(shop, set('s', 'cpuCores', 4)))
    expect(updates).toEqual([])
    const after = changed(shop, set('s', 'cpuCores', 8), { type: 'set-simulation', name: 'seed', value: 8 })
    applyToDocument(doc, shop, after)
    expect(updates).toHaveLength(1)
    expect(updates[0]?.length).toBeLessThan(60)
    expect(flowOf(doc)).toEqual(after.flow)
  })

  it('[COL-14] keeps the order of components, where one comes back between others and where two add one', () => {
    const doc = createDocument(shop)
    const removed = changed(shop, { type: 'remove', nodes: ['s'], edges: [] })
    applyToDocument(doc, shop, removed)
    applyToDocument(doc, removed, shop)
    expect(flowOf(doc)).toEqual(shop.flow)
    const other = copyOf(doc)
    for (const [replica, id] of [
      [doc, 'x'],
      [other, 'a'],
    ] as const) {
      applyToDocument(
        replica,
        shop,
        changed(shop, { type: 'add', node: createNode('Cache', { id, position: at(0, 0) }) }),
      )
    }
    merge(doc, other)
    const order = flowOf(doc).nodes.map(({ id }) => id)
    expect(order).toEqual(['c', 's', 'd', 'a', 'x'])
    expect(flowOf(other)).toEqual(flowOf(doc))
    // Where both stand at the same place, another one comes between.
    const merged = readContent(doc).content
    const k = createNode('Cache', { id: 'k', position: at(0, 0) })
    const between = { ...merged, flow: { ...merged.flow, nodes: merged.flow.nodes.toSpliced(4, 0, k) } }
    applyToDocument(doc, merged, between)
    expect(flowOf(doc)).toEqual(between.flow)
    const reversed = { ...between, flow: { ...between.flow, nodes: between.flow.nodes.toReversed() } }
    applyToDocument(doc, between, reversed)
    expect(flowOf(doc)).toEqual(reversed.flow)
  })

  it('[COL-16] keeps a removed component removed, whatever others changed of it', () => {
    const doc = createDocument(shop)
    const other = copyOf(doc)
    applyToDocument(doc, shop, changed(shop, { type: 'remove', nodes: ['s'], edges: [] }))
    applyToDocument(other, shop, changed(shop, set('s', 'cpuCores', 8)))
    merge(doc, other)
    expect(flowOf(doc).nodes.map(({ id }) => id)).toEqual(['c', 'd'])
    applyToDocument(doc, shop, changed(shop, set('s', 'cpuCores', 9)))
    expect(flowOf(doc).nodes.map(({ id }) => id)).toEqual(['c', 'd'])
  })

  it('[COL-17] replaces a connection whose kind changes', () => {
    const doc = createDocument(shop)
    const after = changed(shop, { type: 'change-edge-kind', ids: ['cs'], kind: 'grpc' })
    applyToDocument(doc, shop, after)
    expect(flowOf(doc)).toEqual(after.flow)
  })

  it('[COL-15] has nothing to mend once the repair is written into it', () => {
    const doc = createDocument(shop)
    const nodes = doc.getMap<Y.Map<unknown>>('nodes')
    nodes.get('s')?.set('data.cpuCores', 'many')
    nodes.get('c')?.set('data.extra', new Uint8Array(2))
    nodes.set('odd', 7 as never)
    nodes.set('deep', new Y.Map([['type', new Y.Map()]]))
    nodes.delete('d')
    doc.getMap('simulation').set('seed', Number.NaN)
    const { content } = readContent(doc)
    expect(
      mendDocument(doc)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(
      ['nodes.c.data.extra', 'nodes.s.data.cpuCores', 'nodes.deep', 'nodes.odd', 'edges.sd', 'simulation'].sort(),
    )
    expect(readContent(doc)).toEqual({ content, mended: [] })
    expect(mendDocument(doc)).toEqual([])
    expect(Object.keys(doc.getMap('edges').toJSON())).toEqual(['cs'])
  })
})
