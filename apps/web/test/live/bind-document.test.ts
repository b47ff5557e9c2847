import { createDocument as createShared, readContent } from '@plimsoll/collaboration'
import { createNode, type Flow, type FlowChange } from '@plimsoll/flow'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { bindDocument } from '../../src/features/editor/live/bind-document.ts'
import { type DroppedValue, watchDropped } from '../../src/features/editor/live/dropped-values.ts'
import { createDocument, hasUnsavedChanges } from '../../src/stores/diagram.ts'

const at = (x: number, y: number) => ({ x, y })
const FLOW: Flow = {
  nodes: ['a', 'b'].map((id) => createNode('Server', { id, position: at(0, 0), settings: { label: id } })),
  edges: [],
}
const HEADING = { name: 'Shop', description: 'Sells things' }

const set = (id: string, path: string, value: unknown): FlowChange => ({
  type: 'set-property',
  of: 'node',
  id,
  path,
  value,
})

const add = (id: string): FlowChange => ({ type: 'add', node: createNode('Cache', { id, position: at(9, 9) }) })

/** The server's document, and what leads from it to the people and back while they are connected. */
function createServer() {
  const doc = createShared({ flow: FLOW, ...HEADING })
  const people: Person[] = []
  const toAll = (update: Uint8Array, origin: unknown) => {
    for (const person of people) if (person.isOnline && origin !== person) Y.applyUpdate(person.doc, update, 'server')
  }
  doc.on('update', toAll)

  function join({ isReadonly = false, flow = FLOW, savedFlow = null as Flow | null } = {}) {
    const document = createDocument()
    document.getState().load({ id: 'f', ...HEADING, version: 1, ...(FLOW as object) } as never)
    if (flow !== FLOW) document.getState().receive({ flow })
    const shared = new Y.Doc()
    const dropped: DroppedValue[] = []
    const mended: string[] = []
    const binding = bindDocument({
      doc: shared,
      document,
      id: 'f',
      isReadonly: () => isReadonly,
      savedFlow: async () => savedFlow,
      onMended: (all) => mended.push(...all.map(({ message }) => message)),
    })
    watchDropped(shared, (values) => dropped.push(...values))
    const person: Person = {
      isOnline: false,
      doc: shared,
      async connect() {
        Y.applyUpdate(shared, Y.encodeStateAsUpdate(doc), 'server')
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(shared), person)
        person.isOnline = true
        await binding.begin()
        binding.acknowledged()
      },
    }
    shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'server' || !person.isOnline) return
      Y.applyUpdate(doc, update, person)
      binding.acknowledged()
    })
    people.push(person)
    return {
      ...person,
      person,
      document,
      binding,
      dropped,
      mended,
      do: document.getState().dispatch,
      flow: () => document.getState().flow,
    }
  }
  return { doc, join, flow: () => readContent(doc).content.flow }
}

interface Person {
  isOnline: boolean
  readonly doc: Y.Doc
  connect(): Promise<void>
}

const settle = () => vi.advanceTimersByTimeAsync(200)

const labelOf = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)?.data.label

async function twoPeople() {
  const server = createServer()
  const [ada, bob] = [server.join(), server.join()]
  await ada.connect()
  await bob.connect()
  return { server, ada, bob }
}

describe('an open document that is drawn together', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('[COL-21] shows to each what the other changes, and counts as saved once the server has it', async () => {
    const { server, ada, bob } = await twoPeople()
    ada.do(set('a', 'label', 'Web'))
    bob.do(add('c'))
    await settle()
    expect(ada.flow()).toEqual(bob.flow())
    expect(ada.flow()).toEqual(server.flow())
    expect(labelOf(bob.flow(), 'a')).toBe('Web')
    expect(bob.flow().nodes).toHaveLength(3)
    expect([ada, bob].map(({ document }) => hasUnsavedChanges(document.getState()))).toEqual([false, false])
  })

  it('[COL-22] takes back only one’s own steps with undo, and brings them again with redo', async () => {
    const { ada, bob } = await twoPeople()
    ada.do(set('a', 'label', 'Web'))
    await settle()
    bob.do(set('a', 'cpuCores', 16))
    bob.do(add('c'))
    await settle()
    ada.document.getState().undo()
    await settle()
    expect(labelOf(bob.flow(), 'a')).toBe('a')
    expect(bob.flow().nodes[0]?.data).toMatchObject({ cpuCores: 16 })
    expect(bob.flow().nodes).toHaveLength(3)
    ada.document.getState().redo()
    await settle()
    expect(labelOf(bob.flow(), 'a')).toBe('Web')
    expect(bob.flow()).toEqual(ada.flow())
  })

  it('[COL-22] leaves a value that somebody else has set since', async () => {
    const { ada, bob } = await twoPeople()
    ada.do(set('a', 'label', 'Web'))
    await settle()
    bob.do(set('a', 'label', 'Shop'))
    await settle()
    ada.document.getState().undo()
    await settle()
    expect([ada, bob].map((one) => labelOf(one.flow(), 'a'))).toEqual(['Shop', 'Shop'])
  })

  it('[COL-23] goes on with a step that is under way, which undo takes back without what others did meanwhile', async () => {
    const { ada, bob } = await twoPeople()
    const step = {}
    ada.document.getState().dispatch(set('a', 'label', 'W'), { step })
    await settle()
    bob.do(set('b', 'label', 'Orders'))
    await settle()
    ada.document.getState().dispatch(set('a', 'label', 'We'), { step })
    await settle()
    ada.document.getState().undo()
    await settle()
    expect(bob.flow().nodes.map(({ data }) => data.label)).toEqual(['a', 'Orders'])
  })

  it('[COL-24] merges what was changed without a connection', async () => {
    const { server, ada, bob } = await twoPeople()
    ada.person.isOnline = false
    ada.do(set('a', 'label', 'Web'))
    ada.do(add('c'))
    bob.do(set('b', 'label', 'Orders'))
    await settle()
    expect(hasUnsavedChanges(ada.document.getState())).toBe(true)
    await ada.connect()
    await settle()
    expect(ada.flow()).toEqual(bob.flow())
    expect(server.flow().nodes.map(({ data }) => data.label)).toEqual(['Web', 'Orders', 'Cache'])
    expect(hasUnsavedChanges(ada.document.getState())).toBe(false)
  })

  it('[COL-25] puts what was not saved on top of what others have, as one step', async () => {
    const server = createServer()
    const bob = server.join()
    await bob.connect()
    bob.do(set('b', 'label', 'Orders'))
    await settle()
    const flow = {
      ...FLOW,
      nodes: FLOW.nodes.map((node) => (node.id === 'a' ? { ...node, data: { ...node.data, label: 'Web' } } : node)),
    } as Flow
    const ada = server.join({ flow })
    await ada.connect()
    await settle()
    expect(bob.flow().nodes.map(({ data }) => data.label)).toEqual(['Web', 'Orders'])
    ada.document.getState().undo()
    await settle()
    expect(bob.flow().nodes.map(({ data }) => data.label)).toEqual(['a', 'Orders'])
  })

  it('[COL-26] keeps what a reader draws on their own screen, on top of what others draw', async () => {
    const server = createServer()
    const [ada, eve] = [server.join(), server.join({ isReadonly: true })]
    await ada.connect()
    await eve.connect()
    eve.do(set('a', 'label', 'Mine'))
    ada.do(set('b', 'label', 'Orders'))
    await settle()
    expect(eve.flow().nodes.map(({ data }) => data.label)).toEqual(['Mine', 'Orders'])
    expect(server.flow().nodes.map(({ data }) => data.label)).toEqual(['a', 'Orders'])
    expect(hasUnsavedChanges(eve.document.getState())).toBe(true)
  })

  it('[COL-27] tells the one whose value was dropped, and nobody else', async () => {
    const { ada, bob } = await twoPeople()
    ada.person.isOnline = false
    ada.do(set('a', 'cpuCores', 8))
    bob.do(set('a', 'cpuCores', 16))
    await settle()
    await ada.connect()
    await settle()
    expect(ada.flow()).toEqual(bob.flow())
    const kept = ada.flow().nodes.map(({ data }) => ('cpuCores' in data ? data.cpuCores : null))[0]
    const [loser, winner, mine] = kept === 8 ? [bob, ada, 16] : [ada, bob, 8]
    expect(loser.dropped).toEqual([
      { of: 'node', id: 'a', path: 'cpuCores', mine, theirs: kept, by: winner.doc.clientID },
    ])
    expect(winner.dropped).toEqual([])
  })

  it('[COL-27] tells nobody of a value that was replaced by somebody who had seen it', async () => {
    const { ada, bob } = await twoPeople()
    ada.do(set('a', 'cpuCores', 8))
    await settle()
    bob.do(set('a', 'cpuCores', 16))
    bob.do(set('a', 'cpuCores', 32))
    await settle()
    expect([...ada.dropped, ...bob.dropped]).toEqual([])
    expect(ada.flow().nodes[0]?.data).toMatchObject({ cpuCores: 32 })
  })

  it('[COL-28] says what a merge had to mend', async () => {
    const { ada, bob } = await twoPeople()
    ada.person.isOnline = false
    ada.do({ type: 'connect', id: 'e', ends: { source: 'a', target: 'b' } })
    bob.do({ type: 'remove', nodes: ['b'], edges: [] })
    await settle()
    await ada.connect()
    await settle()
    expect(ada.flow().edges).toEqual([])
    expect(ada.mended).toEqual(['The connection “a” to a removed component was removed with its component'])
    expect(bob.flow()).toEqual(ada.flow())
  })

  it('[COL-41] writes changes that come all the time at most 20 times a second, and the last one', async () => {
    const { ada, bob } = await twoPeople()
    let written = 0
    ada.doc.on('update', () => {
      written += 1
    })
    for (let ms = 0; ms < 1_000; ms += 5) {
      ada.do({ type: 'move', positions: new Map([['a', at(ms, 1)]]) })
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(written).toBeLessThanOrEqual(21)
    await settle()
    expect(bob.flow().nodes[0]?.position).toEqual(at(995, 1))
  })

  it('[COL-29] leaves the shared flow alone when another document takes its place', async () => {
    const { server, ada } = await twoPeople()
    ada.document.getState().clear()
    ada.do(add('c'))
    await settle()
    expect(server.flow()).toEqual(FLOW)
    expect(ada.flow().nodes).toHaveLength(1)
  })
})
