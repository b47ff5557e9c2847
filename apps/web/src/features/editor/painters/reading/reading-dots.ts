import type { Flow } from '@plimsoll/flow'
import type { StoreApi } from 'zustand'
import { rectOf } from '../../core/placement.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import type { DotsScene } from '../dots/dots-renderer.ts'
import { createPaths } from '../dots/edge-paths.ts'

/** The dots of a flow in which nothing is moved. */
export function dotsOfReading(flow: Flow, run: WithRun['run'], viewport: StoreApi<SizedViewport>): DotsScene {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const edges = new Map(flow.edges.map((edge) => [edge.id, edge]))
  const { follow } = createPaths((id) => {
    const edge = edges.get(id)
    const [source, target] = [rects.get(edge?.source ?? ''), rects.get(edge?.target ?? '')]
    return source && target ? [source, target] : null
  })
  return { run, viewport: viewport.getState, follow, onMove: viewport.subscribe }
}
