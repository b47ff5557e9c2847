import { Graph, layout } from '@dagrejs/dagre'
import { keyOf, type Plan, type Positions } from './plan.ts'

/** Layers with short, straight edges, by the library; its time grows with more than the square of the number of nodes. */
export function fewLayers({ nodes, edges, gap, keepsOrder }: Plan): Positions {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: gap.horizontal, nodesep: gap.vertical })
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const [source, target] of edges) graph.setEdge(source, target, {})
  const keys = new Map(nodes.map((node) => [node.id, keyOf(node)]))
  layout(graph, keepsOrder ? { customOrder: (ranked) => keepOrder(ranked, keys) } : {})
  return new Map(
    nodes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}

/** Orders every layer from top to bottom as the nodes stand now; an edge that passes through it goes straight between its ends. */
function keepOrder(graph: Graph, keys: ReadonlyMap<string, number>): void {
  const at = (name: string): number => {
    const { rank = 0, edgeObj } = graph.node(name)
    const key = keys.get(name)
    if (key !== undefined || !edgeObj) return key ?? 0
    const [from, to] = [graph.node(edgeObj.v).rank ?? 0, graph.node(edgeObj.w).rank ?? 0]
    const [start, end] = [keys.get(edgeObj.v) ?? 0, keys.get(edgeObj.w) ?? 0]
    return from === to ? start : start + ((end - start) * (rank - from)) / (to - from)
  }
  const layers = Map.groupBy(graph.nodes(), (name) => graph.node(name).rank ?? 0)
  for (const layer of layers.values()) {
    const sorted = layer.map((name) => ({ name, key: at(name) })).sort((a, b) => a.key - b.key)
    sorted.forEach(({ name }, order) => {
      graph.node(name).order = order
    })
  }
}
