import type { InternalNode, ReactFlowState } from '@xyflow/react'
import { edgeCurve } from '../../../../shared/scene/edge-curve.ts'
import { endsOf } from '../../core/edge-ends.ts'
import type { Rect } from '../../core/geometry.ts'
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

/** Where the source and the target of a connection lie; null where it is not drawn. */
type RectsOf = (id: string) => readonly [source: Rect, target: Rect] | null

/** Those of the editor follow the canvas' own state. */
export const createEdgePaths = (
  session: EditorSession,
  canvas: () => Pick<ReactFlowState, 'edgeLookup' | 'nodeLookup'>,
) =>
  createPaths((id) => {
    const { edgeLookup, nodeLookup } = canvas()
    const edge = edgeLookup.get(id)
    const source = edge && rectOfShown(session, nodeLookup.get(edge.source))
    const target = edge && rectOfShown(session, nodeLookup.get(edge.target))
    return source && target ? [source, target] : null
  })

/** A path is looked at again after `expire`, and worked out again when an end of it has moved. */
export function createPaths(rectsOf: RectsOf) {
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
    const rects = rectsOf(ids[index] ?? '')
    if (!rects) return false
    const { from, to } = endsOf(...rects)
    const known = ends.subarray(4 * index, 4 * index + 4)
    if (from.x === known[0] && from.y === known[1] && to.x === known[2] && to.y === known[3]) return true
    known.set([from.x, from.y, to.x, to.y])
    const table = tabulate(edgeCurve(from, to))
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

/** Where a node is shown now. */
function rectOfShown(session: EditorSession, node: InternalNode | undefined): Rect | null {
  if (!node) return null
  const { id, width = 0, height = 0, internals } = node
  const { x, y } = session.directDrag.getState().at.get(id) ?? internals.positionAbsolute
  return { x, y, width, height }
}
