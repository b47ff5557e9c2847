import { type Edge, getBezierPath, type InternalNode, Position, type ReactFlowState } from '@xyflow/react'
import { type PathTable, tabulate } from './path-table.ts'

interface Path {
  readonly ends: readonly number[]
  readonly table: PathTable
}

interface End {
  readonly x: number
  readonly y: number
  readonly side: Position
}

/** Where each edge runs, from the canvas' own state; a path is worked out once and again when an end of it has moved. */
export function createEdgePaths(canvas: () => ReactFlowState) {
  const paths = new Map<string, Path>()

  /** Null for an edge that is not drawn. */
  function pathOf(edgeId: string): PathTable | null {
    const { edgeLookup, nodeLookup } = canvas()
    const edge = edgeLookup.get(edgeId)
    const source = edge && endOf(nodeLookup.get(edge.source), 'source', edge)
    const target = edge && endOf(nodeLookup.get(edge.target), 'target', edge)
    if (!source || !target) {
      paths.delete(edgeId)
      return null
    }
    const known = paths.get(edgeId)
    const ends = [source.x, source.y, target.x, target.y]
    if (known && ends.every((value, index) => value === known.ends[index])) return known.table
    const table = tabulate(bezier(source, target))
    paths.set(edgeId, { ends, table })
    return table
  }

  return { pathOf }
}

function bezier(source: End, target: End): string {
  const [path] = getBezierPath({
    sourceX: source.x,
    sourceY: source.y,
    sourcePosition: source.side,
    targetX: target.x,
    targetY: target.y,
    targetPosition: target.side,
  })
  return path
}

/** The middle of the outer side of the handle that an edge holds on to. */
function endOf(node: InternalNode | undefined, end: 'source' | 'target', edge: Edge): End | null {
  const handles = node?.internals.handleBounds?.[end] ?? node?.handles?.filter(({ type }) => type === end)
  const wanted = end === 'source' ? edge.sourceHandle : edge.targetHandle
  const handle = wanted ? handles?.find(({ id }) => id === wanted) : handles?.[0]
  if (!node || !handle) return null
  const { x, y } = node.internals.positionAbsolute
  const { width = 1, height = 1, position: side } = handle
  const [across, down] = SIDES[side]
  return { x: x + handle.x + across * width, y: y + handle.y + down * height, side }
}

const SIDES = {
  [Position.Left]: [0, 0.5],
  [Position.Right]: [1, 0.5],
  [Position.Top]: [0.5, 0],
  [Position.Bottom]: [0.5, 1],
} as const satisfies Record<Position, readonly [number, number]>
