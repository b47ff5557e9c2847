import { getBezierPath, type InternalNode, Position, type ReactFlowState } from '@xyflow/react'
import type { EditorSession } from '../../session/editor-session.ts'
import { PATH_LENGTH, tabulate } from './path-table.ts'

/** Where the connections of a run lie, by their place in it: one table and one box after the other. Canvas pixels. */
export interface Paths {
  /** `PATH_LENGTH` numbers for each: x and y of points at equal distances. */
  readonly points: Float32Array
  /** Left, top, right and bottom of each. */
  readonly boxes: Float32Array
  /** Whether a connection is drawn at all; to be asked before the other two are read. */
  has(edge: number): boolean
}

interface End {
  readonly x: number
  readonly y: number
  readonly side: Position
}

/** Follows the canvas' own state: a path is looked at again after `expire`, and worked out again when an end of it has moved. */
export function createEdgePaths(
  session: EditorSession,
  canvas: () => Pick<ReactFlowState, 'edgeLookup' | 'nodeLookup'>,
) {
  let ids: readonly string[] = []
  let points = new Float32Array(0)
  let boxes = new Float32Array(0)
  /** Source x and y, target x and y, as they were when the path was worked out. */
  let ends = new Float64Array(0)
  /** Whether each is drawn, as of `checkedAt`. */
  let isDrawn = new Uint8Array(0)
  let checkedAt = new Uint32Array(0)
  let now = 1

  /** The connections of a run by their ids; costs nothing while they are the same. */
  function follow(edges: readonly string[]): Paths {
    if (edges === ids) return paths
    ids = edges
    points = new Float32Array(PATH_LENGTH * ids.length)
    boxes = new Float32Array(4 * ids.length)
    ends = new Float64Array(4 * ids.length).fill(Number.NaN)
    isDrawn = new Uint8Array(ids.length)
    checkedAt = new Uint32Array(ids.length)
    return paths
  }

  function has(index: number): boolean {
    if (checkedAt[index] !== now) {
      checkedAt[index] = now
      isDrawn[index] = look(index) ? 1 : 0
    }
    return isDrawn[index] === 1
  }

  function look(index: number): boolean {
    const { edgeLookup, nodeLookup } = canvas()
    const edge = edgeLookup.get(ids[index] ?? '')
    const source = edge && endOf(session, nodeLookup.get(edge.source), 'source')
    const target = edge && endOf(session, nodeLookup.get(edge.target), 'target')
    if (!source || !target) return false
    const known = ends.subarray(4 * index, 4 * index + 4)
    if (source.x === known[0] && source.y === known[1] && target.x === known[2] && target.y === known[3]) return true
    known.set([source.x, source.y, target.x, target.y])
    const table = tabulate(bezier(source, target))
    points.set(table.points, PATH_LENGTH * index)
    boxes.set([table.left, table.top, table.right, table.bottom], 4 * index)
    return true
  }

  const paths: Paths = {
    get points() {
      return points
    },
    get boxes() {
      return boxes
    },
    has,
  }

  return {
    follow,
    /** The canvas may have changed. */
    expire(): void {
      now += 1
    },
  }
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

/** The middle of the outer side of the handle that edges hold on to. */
function endOf(session: EditorSession, node: InternalNode | undefined, end: 'source' | 'target'): End | null {
  const handles = node?.internals.handleBounds?.[end] ?? node?.handles?.filter(({ type }) => type === end)
  const handle = handles?.[0]
  if (!node || !handle) return null
  const { x, y } = session.directDrag.getState().at.get(node.id) ?? node.internals.positionAbsolute
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
