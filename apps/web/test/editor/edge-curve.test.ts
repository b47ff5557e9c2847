import { getBezierPath, Position } from '@xyflow/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { edgeCurve, svgPath } from '../../src/shared/scene/edge-curve.ts'

const coordinate = fc.integer({ min: -2000, max: 2000 })
const point = fc.record({ x: coordinate, y: coordinate })

it('[EDT-17] an edge has the curve of the connection that is drawn for it', () => {
  fc.assert(
    fc.property(point, point, (from, to) => {
      const [drawn] = getBezierPath({
        sourceX: from.x,
        sourceY: from.y,
        sourcePosition: Position.Right,
        targetX: to.x,
        targetY: to.y,
        targetPosition: Position.Left,
      })
      expect(svgPath(edgeCurve(from, to))).toBe(drawn)
    }),
  )
})
