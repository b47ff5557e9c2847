import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate, type Position } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import type { Rect } from '../../src/features/editor/core/geometry.ts'
import { rectOf } from '../../src/features/editor/core/placement.ts'

const STEPS = 40

/** Points of the curve from the right side of a card to the left side of another. */
function curve(from: Rect, to: Rect): Position[] {
  const [x0, y0, x1, y1] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
  const middle = (x0 + x1) / 2
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const [t, s] = [i / STEPS, 1 - i / STEPS]
    return {
      x: s ** 3 * x0 + 3 * s * t * middle + t ** 3 * x1,
      y: y0 * (s ** 3 + 3 * s ** 2 * t) + y1 * (3 * s * t ** 2 + t ** 3),
    }
  })
}

function drawing(flow: Flow) {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
  const lines = flow.edges.map(({ source, target }) => ({
    ends: [source, target],
    name: `${labels.get(source)} to ${labels.get(target)}`,
    points: curve(rects.get(source) as Rect, rects.get(target) as Rect),
  }))
  return { rects, labels, lines }
}

/** Whether a point of one curve lies over, another under the other curve, where both have the same x. */
function cross(a: readonly Position[], b: readonly Position[]): boolean {
  const sides = a.flatMap(({ x, y }) => {
    const after = b.findIndex((point) => point.x >= x)
    const [p, q] = [b[after - 1], b[after]]
    if (!p || !q) return []
    const difference = y - (p.y + ((q.y - p.y) * (x - p.x)) / (q.x - p.x))
    return Math.abs(difference) < 1 ? [] : [Math.sign(difference)]
  })
  return new Set(sides).size > 1
}

describe('the templates on the board', () => {
  it.each(TEMPLATES)('[EDT-73] $title: no edge crosses another or a node', (template) => {
    let next = 0
    const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(next++) })
    const { rects, labels, lines } = drawing(flow)
    const crossings = lines.flatMap((line, index) =>
      lines
        .slice(index + 1)
        .flatMap((other) => (cross(line.points, other.points) ? [`${line.name}, ${other.name}`] : [])),
    )
    expect(crossings).toEqual([])
    for (const { ends, name, points } of lines)
      for (const [id, { x, y, width, height }] of rects) {
        const isOver = points.some((at) => at.x > x && at.x < x + width && at.y > y && at.y < y + height)
        expect(!ends.includes(id) && isOver, `${name} over ${labels.get(id)}`).toBe(false)
      }
  })
})
