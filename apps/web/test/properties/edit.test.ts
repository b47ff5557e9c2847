import { EDGE_TYPES, edgeKind, NODE_TYPES, nodeKind, optionsOf, type Property, shownValue } from '@plimsoll/catalog'
import { createEdge, createNode, type Flow } from '@plimsoll/flow'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeProperty } from '../../src/features/editor/panels/properties/edit.ts'
import { kindOf, selectedElements } from '../../src/features/editor/panels/properties/selected-elements.ts'
import { changeKind } from '../../src/features/editor/tools/edit/edit-flow.ts'
import { testSession } from '../editor-session.ts'

const session = testSession()
const store = session.document.getState

function board(): Flow {
  const nodes = NODE_TYPES.flatMap((type) =>
    [1, 2].map((number) => createNode(type, { id: `${type} ${number}`, position: { x: 0, y: 0 } })),
  )
  const edges = EDGE_TYPES.map((type) =>
    createEdge(type, { id: type, ends: { source: 'Client 1', target: 'Server 1' } }),
  )
  return { nodes, edges }
}

const shownOf = (name: string): unknown[] =>
  selectedElements(store()).map((element) => {
    const property = kindOf(element).properties[name]
    return property && shownValue(name, property, element.data)
  })

describe('an edit of what is selected', () => {
  beforeEach(() => {
    store().reset()
    store().dispatch({ type: 'insert', flow: board() })
  })

  it('[PRP-24] sets all of them by one step', () => {
    store().select({ nodes: ['Server 1', 'Server 2'] })
    const steps = store().past.length
    expect(changeProperty(session, 'cpuCores', 16)).toBeNull()
    expect(shownOf('cpuCores')).toEqual([16, 16])
    expect(store().past).toHaveLength(steps + 1)
  })

  it('[PRP-24] changes none when one refuses, and says which', () => {
    store().select({ nodes: ['Server 2'] })
    changeProperty(session, 'maxInstances', 5)
    store().select({ nodes: ['Server 1', 'Server 2'] })
    const { flow } = store()
    expect(changeProperty(session, 'label', (present: unknown) => `${present}!`)).toBeNull()
    store().undo()
    expect(changeProperty(session, 'minInstances', 6)).toBe('Server: must be 1 – 5 instances (Max instances)')
    expect(store().flow).toBe(flow)
  })

  it('[PRP-24] leaves those alone that have the value already', () => {
    store().select({ nodes: ['Server 1', 'Server 2'] })
    const steps = store().past.length
    expect(changeProperty(session, 'cpuCores', 4)).toBeNull()
    expect(store().past).toHaveLength(steps)
  })

  it('[PRP-27] [PRP-211] makes one kind of all connections, and those of it stay the same objects', () => {
    store().select({ edges: ['tcp', 'udp', 'kafka'] })
    changeProperty(session, 'label', 'Orders')
    const steps = store().past.length
    const before = store().flow.edges.find(({ id }) => id === 'tcp')
    changeKind(session, 'tcp')
    const edges = store().flow.edges.filter(({ id }) => ['tcp', 'udp', 'kafka'].includes(id))
    expect(edges.map(({ type }) => type)).toEqual(['tcp', 'tcp', 'tcp'])
    expect(edges[0]).toBe(before)
    expect(edges.slice(1).map(({ data }) => data.label)).toEqual(['', ''])
    expect(store().past).toHaveLength(steps + 1)
  })

  it('[EDT-102] changes the kind of thousands by one step that looks at each of them a few times', () => {
    let looks = 0
    const edges = Array.from({ length: 5_000 }, (_, i) => {
      const edge = createEdge('http', { id: '', ends: { source: 'Client 1', target: 'Server 1' } })
      const get = () => {
        looks += 1
        return `${i}`
      }
      return Object.defineProperty({ ...edge }, 'id', { enumerable: true, get })
    })
    store().dispatch({ type: 'clear' })
    store().dispatch({ type: 'insert', flow: { nodes: board().nodes, edges } })
    store().select({ edges: edges.map(({ id }) => id) })
    const steps = store().past.length
    looks = 0
    changeKind(session, 'tcp')
    expect(looks).toBeLessThan(10 * edges.length)
    expect(store().flow.edges.every(({ type }) => type === 'tcp')).toBe(true)
    expect(store().past).toHaveLength(steps + 1)
  })

  it('[PRP-24] any edit of any elements is one step for all of them, or nothing at all', () => {
    const ids = fc.oneof(
      fc.record({
        nodes: fc.subarray(
          board().nodes.map(({ id }) => id),
          { minLength: 1 },
        ),
      }),
      fc.record({
        edges: fc.subarray(
          board().edges.map(({ id }) => id),
          { minLength: 1 },
        ),
      }),
    )
    const kinds = [...NODE_TYPES.map(nodeKind), ...EDGE_TYPES.map(edgeKind)]
    const property = fc.constantFrom(...kinds.flatMap((kind) => Object.entries<Property>(kind.properties)))
    const edit = property.chain(([name, declared]) => {
      const values = optionsOf(declared, {}).map(({ value }) => value)
      return fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(0, 1, 0.5, 7, true, false, 'text', '', ...values)))
    })
    fc.assert(
      fc.property(ids, fc.array(edit, { maxLength: 20 }), (selection, edits) => {
        store().reset()
        store().dispatch({ type: 'insert', flow: board() })
        store().select(selection)
        for (const [name, value] of edits) {
          if (!selectedElements(store()).every((element) => Object.hasOwn(kindOf(element).properties, name))) continue
          const { flow, past } = store()
          const refusal = changeProperty(session, name, value)
          if (refusal === null) expect(new Set(shownOf(name))).toEqual(new Set([value]))
          if (refusal !== null) expect(store().flow).toBe(flow)
          expect(store().past.length - past.length).toBe(store().flow === flow ? 0 : 1)
          if (store().flow !== flow) store().undo()
          expect(store().flow).toBe(flow)
          store().redo()
        }
      }),
      { numRuns: 200 },
    )
  })
})
