import { createNode, type FlowNode } from '@plimsoll/flow'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freePosition, rectOf } from '../../src/features/editor/core/placement.ts'

const view = { x: -400, y: -300, width: 800, height: 600 }
const card = (id: string, x: number, y: number): FlowNode => createNode('Server', { id, position: { x, y } })

it('[EDT-181] the first node is in the middle of the viewport', () => {
  expect(freePosition([], { beside: null, viewport: view })).toEqual({ x: -112.5, y: -37.5 })
})

it('[EDT-181] a further node is to the right of the other, then below and above', () => {
  const nodes = [card('a', 0, 0)]
  const places = []
  for (const id of ['b', 'c', 'd']) {
    const place = freePosition(nodes, { beside: nodes[0] ?? null, viewport: view })
    places.push(place)
    nodes.push(card(id, place.x, place.y))
  }
  expect(places).toEqual([
    { x: 345, y: 0 },
    { x: 345, y: 135 },
    { x: 345, y: -135 },
  ])
})

it('[EDT-181] a new node never overlaps another', () => {
  const positions = fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(positions, (points) => {
      const nodes = points.map(([x, y], index) => card(String(index), x, y))
      const place = rectOf(
        card(
          'new',
          ...(Object.values(freePosition(nodes, { beside: nodes[0] ?? null, viewport: view })) as [number, number]),
        ),
      )
      for (const { x, y, width, height } of nodes.map(rectOf)) {
        const apart =
          place.x >= x + width || place.x + place.width <= x || place.y >= y + height || place.y + place.height <= y
        expect(apart).toBe(true)
      }
    }),
  )
})
