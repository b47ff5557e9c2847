import type { ReactFlowState } from '@xyflow/react'
import { describe, expect, it } from 'vitest'
import { createEdgePaths } from '../../src/features/editor/painters/dots/edge-paths.ts'
import { PATH_LENGTH } from '../../src/features/editor/painters/dots/path-table.ts'
import { endDirectDrag, showDirectDrag } from '../../src/features/editor/state/direct-drag.ts'
import { testSession } from '../editor-session.ts'

const session = testSession()

type Canvas = Pick<ReactFlowState, 'edgeLookup' | 'nodeLookup'>

const node = (id: string, x: number) => ({ id, width: 100, height: 90, internals: { positionAbsolute: { x, y: 0 } } })

function canvasOf(nodes: Record<string, number>, edges: Record<string, [string, string]>) {
  const nodeLookup = new Map(Object.entries(nodes).map(([id, x]) => [id, node(id, x)]))
  const edgeLookup = new Map(
    Object.entries(edges).map(([id, [source, target]]) => [id, { id, source, target, sourceHandle: null }]),
  )
  return { nodeLookup, edgeLookup } as unknown as Canvas
}

const endsOf = ({ points }: { points: Float32Array }, edge: number) => {
  const at = edge * PATH_LENGTH
  return [...points.subarray(at, at + 2), ...points.subarray(at + PATH_LENGTH - 2, at + PATH_LENGTH)]
}

describe('paths of the edges', () => {
  const edges = { one: ['a', 'b'], two: ['b', 'c'] } satisfies Record<string, [string, string]>

  it('[RUN-316] lead from side to side, one table after the other', () => {
    const { follow } = createEdgePaths(session, () => canvasOf({ a: 0, b: 300, c: 700 }, edges))
    const paths = follow(['one', 'two', 'gone'])
    expect([0, 1, 2].map(paths.has)).toEqual([true, true, false])
    expect(endsOf(paths, 0)).toEqual([100, 45, 300, 45])
    expect(endsOf(paths, 1)).toEqual([400, 45, 700, 45])
    expect([...paths.boxes.subarray(4, 8)]).toEqual([400, 45, 700, 45])
  })

  it('[RUN-321] [RUN-323] follow a node that may have moved, and an edge that is no longer drawn', () => {
    let canvas = canvasOf({ a: 0, b: 300, c: 700 }, edges)
    const { follow, expire } = createEdgePaths(session, () => canvas)
    const paths = follow(['one', 'two'])
    expect(paths.has(0)).toBe(true)
    canvas = canvasOf({ a: 0, b: 350 }, edges)
    expire()
    expect([paths.has(0), paths.has(1)]).toEqual([true, false])
    expect(endsOf(paths, 0)).toEqual([100, 45, 350, 45])
  })

  it('[RUN-321] are left as they are while no end of theirs moves', () => {
    const { follow, expire } = createEdgePaths(session, () => canvasOf({ a: 0, b: 300, c: 700 }, edges))
    const paths = follow(['one'])
    paths.has(0)
    paths.points[2] = -1
    expire()
    expect(paths.has(0)).toBe(true)
    expect(paths.points[2]).toBe(-1)
  })

  it('[EDT-175] follow a node that is dragged over the bitmap', () => {
    const { follow, expire } = createEdgePaths(session, () => canvasOf({ a: 0, b: 300, c: 700 }, edges))
    const paths = follow(['one', 'two'])
    expect(paths.has(0)).toBe(true)
    showDirectDrag(session, { at: new Map([['b', { x: 360, y: 30 }]]) })
    expire()
    expect([paths.has(0), paths.has(1)]).toEqual([true, true])
    expect(endsOf(paths, 0)).toEqual([100, 45, 360, 75])
    expect(endsOf(paths, 1)).toEqual([460, 75, 700, 45])
    endDirectDrag(session)
    expire()
    expect(paths.has(0)).toBe(true)
    expect(endsOf(paths, 0)).toEqual([100, 45, 300, 45])
  })

  it('[RUN-316] are computed again for other edges', () => {
    const { follow } = createEdgePaths(session, () => canvasOf({ a: 0, b: 300, c: 700 }, edges))
    const ids = ['one', 'two']
    const paths = follow(ids)
    paths.has(0)
    const { points } = paths
    expect(follow(ids).points).toBe(points)
    const others = follow(['two'])
    expect(others.has(0)).toBe(true)
    expect(endsOf(others, 0)).toEqual([400, 45, 700, 45])
  })
})
