import type { FlowTemplate } from '@plimsoll/catalog'
import { createEdge, createNode } from './create.ts'
import type { Flow, Position } from './document.ts'

/** Of a node's card, in canvas pixels. */
export const NODE_SIZE = { width: 225, height: 75 } as const

/** Spacing of a template's layers, in canvas pixels. */
export const LAYER_SPACING = { horizontal: 350, vertical: 200 } as const

/** Where a node of a template stands, in steps of the spacing from the origin. */
export interface TemplateCell {
  readonly column: number
  readonly row: number
}

/**
 * Creates a flow from a template: layers from left to right, each centered vertically on the origin, or its nodes by their keys in these
 * cells. `makeId` returns unique texts.
 */
export function instantiateTemplate(
  template: FlowTemplate,
  {
    origin,
    makeId,
    cells,
  }: { origin: Position; makeId: () => string; cells?: ReadonlyMap<string, TemplateCell> | undefined },
): Flow {
  const sizes = new Map<number, number>()
  for (const { layer } of template.nodes) sizes.set(layer, (sizes.get(layer) ?? 0) + 1)
  const rows = new Map<number, number>()
  const ids = new Map<string, string>()

  const nodes = template.nodes.map(({ key, type, data, layer }) => {
    const row = rows.get(layer) ?? 0
    rows.set(layer, row + 1)
    const id = `node-${makeId()}`
    ids.set(key, id)
    const cell = cells?.get(key) ?? { column: layer, row: row - ((sizes.get(layer) ?? 1) - 1) / 2 }
    const position = {
      x: origin.x + cell.column * LAYER_SPACING.horizontal,
      y: origin.y + cell.row * LAYER_SPACING.vertical,
    }
    return createNode(type, { id, position, settings: data })
  })
  const edges = template.edges.map(({ from, to, type, data }) => {
    const ends = { source: ids.get(from) ?? from, target: ids.get(to) ?? to }
    return createEdge(type, { id: `edge-${ends.source}-${ends.target}-${makeId()}`, ends, settings: data })
  })
  return { nodes, edges }
}
