import { createNode } from '@plimsoll/flow'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUncoveredNodes } from '../../src/features/editor/scene/uncovered-nodes.ts'
import { createDocument } from '../../src/stores/diagram.ts'

const document = createDocument()
const AREA = { left: 0, top: 0, right: 2000, bottom: 1000 }

const add = (id: string, x: number, y: number) =>
  document.getState().dispatch({ type: 'add', node: createNode('Server', { id, position: { x, y } }) })

const idsIn = (area: typeof AREA) =>
  createUncoveredNodes(document.getState().flow)(area)
    .map(({ id }) => id)
    .toSorted()

beforeEach(() => document.getState().reset())

describe('nodes whose loads are in the bitmap', () => {
  it('[EDT-117] are those near the viewport that show one', () => {
    add('near', 0, 0)
    add('beside', 225, 0)
    add('far', 3000, 0)
    const position = { x: 600, y: 0 }
    document.getState().dispatch({ type: 'add', node: createNode('Client', { id: 'people', position }) })
    expect(idsIn(AREA)).toEqual(['beside', 'near'])
  })

  it('[EDT-118] overlap no other node', () => {
    add('alone', 0, 500)
    add('below', 600, 0)
    add('on it', 700, 30)
    add('on that', 900, 60)
    add('under all', 601, 400)
    expect(idsIn(AREA)).toEqual(['alone', 'under all'])
  })

  it('[EDT-179] are none of more than 1,000', () => {
    for (let i = 0; i < 1000; i += 1) add(`n${i}`, (i % 40) * 240, Math.floor(i / 40) * 90)
    const all = { left: 0, top: 0, right: 10_000, bottom: 3000 }
    expect(idsIn(all)).toHaveLength(1000)
    add('one more', 0, 2700)
    expect(idsIn(all)).toEqual([])
  })
})
