import { Graph, layout } from '@dagrejs/dagre'
import { PLACING_GAP } from '../../editor.config.ts'
import { onGrid } from '../../geometry.ts'
import type { Block, BlockLink, Places } from './blocks.ts'

/** Places blocks in layers from left to right, so that few links cross. Takes a time that grows with the square of what it is given. */
export function layered(blocks: readonly Block[], links: readonly BlockLink[]): Places {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: PLACING_GAP.vertical, ranksep: PLACING_GAP.horizontal })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of blocks) graph.setNode(id, { width, height })
  for (const [from, to] of links) graph.setEdge(from, to)
  layout(graph)
  return new Map(
    blocks.map(({ id, width, height }) => {
      const { x, y } = graph.node(id)
      return [id, onGrid({ x: x - width / 2, y: y - height / 2 })]
    }),
  )
}
