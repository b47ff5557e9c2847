import { intersects, type Rect } from '../../core/geometry.ts'
import { visibleRect } from '../../core/viewport.ts'
import type { EditorSession } from '../../session/editor-session.ts'

interface MountedNode {
  readonly id: string
  /** Where it lies on the canvas. */
  rect(): Rect
  show(utilization: number | null, p95: number | null): boolean
  /** Whether surface, water and figure are left to a picture below it. */
  picture(isPictured: boolean): void
}

/** Which nodes show their loads now. */
export function createLoadsInView({ run, viewport, onDispose }: EditorSession) {
  const mounted = new Set<MountedNode>()
  let inBitmap: ReadonlySet<string> = new Set()
  /** What nodes out of view, or in the picture, show once they are seen themselves, or the viewport is at rest. */
  const waiting = new Map<MountedNode, number | null>()

  onDispose(
    viewport.subscribe(() => {
      for (const [node, utilization] of waiting) show(node, utilization)
    }),
  )

  function show(node: MountedNode, utilization: number | null): boolean {
    const now = viewport.getState()
    if (now.isBitmapShown && (inBitmap.has(node.id) || !intersects(node.rect(), visibleRect(now)))) {
      waiting.set(node, utilization)
      return false
    }
    waiting.delete(node)
    return node.show(utilization, run.nodePeak(node.id))
  }

  return {
    /** Leaves the loads of these nodes, and no others, to a picture. */
    leaveToBitmap(ids: ReadonlySet<string>): void {
      inBitmap = ids
      for (const node of mounted) node.picture(ids.has(node.id))
    },

    /**
     * Has a node show the utilization of its node as `subscribeNodeLoad` does; but while someone moves the viewport over very many nodes,
     * those near it that are not in view, or whose load is in a picture, hear of it only when they are seen themselves.
     */
    showVisible(node: MountedNode): () => void {
      mounted.add(node)
      node.picture(inBitmap.has(node.id))
      const ends = [
        run.subscribeNodeLoad(node.id, (utilization) => show(node, utilization)),
        run.subscribeNodePeak(node.id, () => show(node, run.nodeLoad(node.id))),
      ]
      return () => {
        for (const end of ends) end()
        mounted.delete(node)
        waiting.delete(node)
      }
    },
  }
}
