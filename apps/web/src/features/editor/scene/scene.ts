import { type Flow, type FlowGroup, groupsOf } from '@plimsoll/flow'
import { endsOf } from '../core/edge-ends.ts'
import { rectOf } from '../core/placement.ts'
import { edgeShapes, sceneEdge } from './edge.ts'
import { nodeShapes, sceneNode } from './node.ts'
import type { Shape } from './shape.ts'

/** As `group.module.css` lays out the name of a group, in px from its upper left corner. */
const NAME = { left: 15, baseline: 25, right: 15 } as const

/** All of a flow, element by element, from back to front: groups, edges over them, nodes over these. `loads`: utilization by id, 0 to 1; `peaks`: its 95th percentile. */
export function sceneShapes(
  flow: Flow,
  loads: ReadonlyMap<string, number>,
  peaks: ReadonlyMap<string, number> = new Map(),
): Shape[][] {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const loadOf = (id: string) => loads.get(id) ?? null
  return [
    ...groupsOf(flow).map(groupShapes),
    ...flow.edges.flatMap((edge) => {
      const [source, target] = [rects.get(edge.source), rects.get(edge.target)]
      return source && target ? [edgeShapes(sceneEdge(edge, endsOf(source, target)), loadOf(edge.id))] : []
    }),
    ...flow.nodes.map((node) =>
      nodeShapes(sceneNode(node), { utilization: loadOf(node.id), p95: peaks.get(node.id) ?? null }),
    ),
  ]
}

export function groupShapes(group: FlowGroup): Shape[] {
  const { x, y, width, height } = rectOf(group)
  const box = { kind: 'rect', x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, radius: 9.5 } as const
  return [
    { ...box, fill: { color: '--group', opacity: '--group-opacity' }, stroke: { color: '--line-strong', width: 1 } },
    {
      kind: 'text',
      text: group.label,
      x: x + NAME.left,
      y: y + NAME.baseline,
      size: 13,
      weight: 600,
      spacing: 0.26,
      color: '--text-muted',
      room: width - NAME.left - NAME.right,
    },
  ]
}
