import type { FlowTemplate } from '@plimsoll/catalog'
import { LAYER_SPACING, NODE_SIZE, type TemplateCell } from './layout.ts'

/** A way to draw layers: its cells by layer, each with its row counted from the middle; and how many columns and rows it has. */
export interface WrappedLayers {
  readonly cells: readonly (readonly TemplateCell[])[]
  readonly width: number
  readonly height: number
}

/** From this zoom on layers stay in one band: names can be made out, and no connection runs back. See docs/decisions/0329. */
const ONE_BAND_ZOOM = 0.4
/** Names on cards can be read from this zoom on. */
const READABLE_ZOOM = 0.5

/** How large a drawing of so many pixels of the flow can be shown as a whole. */
type ZoomOf = (size: { readonly width: number; readonly height: number }) => number

/**
 * Layers of these sizes from left to right; where they would be too small as a whole, in as few bands below each other as can be read, else in
 * those that are shown largest. A layer that has a band to itself lies in a row.
 */
export function wrappedLayers(sizes: readonly number[], zoomOf: ZoomOf): WrappedLayers {
  let best = drawn([sizes])
  if (zoomOf(best) >= ONE_BAND_ZOOM) return best
  for (let bands = 2; bands <= sizes.length && zoomOf(best) < READABLE_ZOOM; bands += 1)
    for (const split of splits(sizes, bands)) {
      const candidate = drawn(split)
      if (zoomOf(candidate) > zoomOf(best)) best = candidate
    }
  return best
}

/** The cells of a template's nodes by their keys, and how much room they take. */
export function wrappedTemplate(
  { nodes }: FlowTemplate,
  zoomOf: ZoomOf,
): Omit<WrappedLayers, 'cells'> & { readonly cells: ReadonlyMap<string, TemplateCell> } {
  const numbers = [...new Set(nodes.map(({ layer }) => layer))].sort((one, other) => one - other)
  const layers = numbers.map((number) => nodes.filter(({ layer }) => layer === number))
  const { cells, ...size } = wrappedLayers(
    layers.map(({ length }) => length),
    zoomOf,
  )
  const byKey = layers.flatMap((layer, index) =>
    layer.flatMap(({ key }, row) => {
      const cell = cells[index]?.[row]
      return cell ? [[key, cell] as const] : []
    }),
  )
  return { ...size, cells: new Map(byKey) }
}

/** All ways to cut the list into so many parts, the longest first part first. */
function splits(sizes: readonly number[], parts: number): (readonly number[])[][] {
  if (parts === 1) return [[sizes]]
  return Array.from({ length: sizes.length - parts + 1 }, (_, index) => sizes.length - parts + 1 - index).flatMap(
    (length) => splits(sizes.slice(length), parts - 1).map((rest) => [sizes.slice(0, length), ...rest]),
  )
}

function drawn(bands: readonly (readonly number[])[]): WrappedLayers {
  const columns = Math.max(...bands.map((band) => band.length))
  const heights = bands.map((band) => (isRow(band, columns) ? Math.ceil((band[0] ?? 0) / columns) : Math.max(...band)))
  const rows = heights.reduce((sum, height) => sum + height, 0)
  let top = -(rows - 1) / 2
  const cells = bands.flatMap((band, index) => {
    const height = heights[index] ?? 0
    const own = band.map((size, column) =>
      Array.from({ length: size }, (_, at) =>
        isRow(band, columns)
          ? { column: at % columns, row: top + Math.floor(at / columns) }
          : { column, row: top + (height - size) / 2 + at },
      ),
    )
    top += height
    return own
  })
  return {
    cells,
    width: (columns - 1) * LAYER_SPACING.horizontal + NODE_SIZE.width,
    height: (rows - 1) * LAYER_SPACING.vertical + NODE_SIZE.height,
  }
}

/** Whether a band is a single layer that lies in a row. */
const isRow = (band: readonly number[], columns: number): boolean => band.length === 1 && columns > 1
