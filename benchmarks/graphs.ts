import { createEdge, createNode, type Flow, type FlowNode } from '@plimsoll/flow'

const LAYERS = [
  { type: 'Client', share: 0.04 },
  { type: 'LoadBalancer', share: 0.06 },
  { type: 'Server', share: 0.5 },
  { type: 'Cache', share: 0.15 },
  { type: 'Database', share: 0.25 },
] as const

const SPACING = { x: 350, y: 120 } as const
/** Nodes of a layer stand in columns of this height, so that the board grows in both directions. */
const COLUMN = 25
const EDGES_PER_NODE = 1.5

/** A system in layers, each node joined to some of the next layer; the same for the same size. */
export function layeredFlow(size: number): Flow {
  const layers = layersOf(size)
  const nodes = layers.flat()
  const ends = endsBetween(layers).slice(0, Math.round(size * EDGES_PER_NODE))
  const edges = ends.map(({ source, target }) =>
    createEdge('http', { id: `edge-${source}-${target}-00000000`, ends: { source, target } }),
  )
  return { nodes, edges }
}

function layersOf(size: number): FlowNode[][] {
  let column = 0
  let count = 0
  return LAYERS.map(({ type, share }, index) => {
    const isLast = index === LAYERS.length - 1
    const members = isLast ? size - count : Math.round(size * share)
    const layer = Array.from({ length: members }, (_, member) =>
      createNode(type, {
        id: `node-${count + member}`,
        position: { x: (column + Math.floor(member / COLUMN)) * SPACING.x, y: (member % COLUMN) * SPACING.y },
      }),
    )
    count += members
    column += Math.ceil(members / COLUMN)
    return layer
  })
}

/** First one connection into every node, so that all of them get traffic, then more in rounds until there are enough. */
function endsBetween(layers: readonly FlowNode[][]): { source: string; target: string }[] {
  const pairs = layers.slice(1).flatMap((targets, index) => targets.map((target, at) => ({ target, at, from: index })))
  return [0, 1, 2].flatMap((round) =>
    pairs.flatMap(({ target, at, from }) => {
      const sources = layers[from] ?? []
      const source = sources[(at + round * 7) % sources.length]
      const isNew = round === 0 || sources.length > 7 * round
      return source && isNew ? [{ source: source.id, target: target.id }] : []
    }),
  )
}
