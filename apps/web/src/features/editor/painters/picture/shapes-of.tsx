import { type Flow, groupsOf } from '@plimsoll/flow'
import type { ReactElement } from 'react'
import { rectOf } from '../../core/placement.ts'
import { PictureEdge } from './picture-edge.tsx'
import { PictureGroup } from './picture-group.tsx'
import { PictureNode } from './picture-node.tsx'
import type { TokenColours } from './token-colours.ts'

interface Pictured {
  /** Utilization by id, 0 to 1; none at rest. */
  readonly loads: ReadonlyMap<string, number>
  readonly colours: TokenColours
}

/** The drawing as the canvas shows it at zoom 1, from back to front: frames, edges over them, nodes over these. */
export function shapesOf(flow: Flow, { loads, colours }: Pictured): ReactElement[] {
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  const loadOf = (id: string) => loads.get(id) ?? null
  return [
    ...groupsOf(flow).map((group) => <PictureGroup key={group.id} group={group} colours={colours} />),
    ...flow.edges.flatMap((edge) => {
      const [source, target] = [rects.get(edge.source), rects.get(edge.target)]
      if (!source || !target) return []
      return <PictureEdge key={edge.id} {...{ edge, source, target, load: loadOf(edge.id), colours }} />
    }),
    ...flow.nodes.map((node) => <PictureNode key={node.id} node={node} load={loadOf(node.id)} colours={colours} />),
  ]
}
