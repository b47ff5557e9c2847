import { around, type Rect } from '../geometry.ts'
import { fewLayers } from './few-layers.ts'
import { manyLayers } from './many-layers.ts'
import { fromTop, type Plan, type Positions } from './plan.ts'

/** Up to here the library lays out within a second or two; beyond it, it takes minutes. */
const FEW = { nodes: 150, edges: 300 } as const

/** Whether the library can lay that out. */
export const isFew = (nodes: number, edges: number): boolean => nodes <= FEW.nodes && edges <= FEW.edges

/** Lays out in layers from left to right; what is not connected stands in rows below. */
export function layOutPlan(plan: Plan): Positions {
  const ids = new Set(plan.nodes.map(({ id }) => id))
  const edges = plan.edges.filter(([source, target]) => source !== target && ids.has(source) && ids.has(target))
  const connected = new Set(edges.flat())
  const nodes = plan.nodes.filter(({ id }) => connected.has(id))
  const isSmall = !plan.isOneOfMany && isFew(nodes.length, edges.length)
  const layered = (isSmall ? fewLayers : manyLayers)({ ...plan, nodes, edges })
  const area = around(nodes.map((node) => ({ ...node, ...layered.get(node.id) })))
  return new Map([
    ...layered,
    ...rowsBelow(area, { ...plan, nodes: plan.nodes.filter(({ id }) => !connected.has(id)) }),
  ])
}

/** Rows as wide as what stands above them; where there is nothing, about as many rows as columns. */
function rowsBelow(above: Rect, { nodes, gap }: Plan): Positions {
  const positions = new Map<string, { x: number; y: number }>()
  const isAlone = above.width === 0
  const step = nodes.reduce((sum, { width }) => sum + width + gap.horizontal, 0) / nodes.length
  const right = isAlone ? Math.ceil(Math.sqrt(nodes.length)) * step - gap.horizontal : above.x + above.width
  const row = { x: above.x, y: isAlone ? 0 : above.y + above.height + gap.vertical, height: 0 }
  for (const { id, width, height } of nodes.toSorted(fromTop)) {
    if (row.x > above.x && row.x + width > right) {
      row.x = above.x
      row.y += row.height + gap.vertical
      row.height = 0
    }
    positions.set(id, { x: row.x, y: row.y })
    row.x += width + gap.horizontal
    row.height = Math.max(row.height, height)
  }
  return positions
}
