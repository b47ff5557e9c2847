import { fromTop, type Plan, type PlannedNode, type Positions } from './plan.ts'

/** How many times the layers are gone through to uncross edges. */
const SWEEPS = 6

/** Nodes of a column, as a multiple of what a square drawing would have; a taller layer stands in several columns. */
const TALLNESS = 2

/** A longer drawing goes on below, as a text does. */
const COLUMNS_OF_A_BAND = 60

type Column = readonly PlannedNode[]

/** Layers for any number of nodes, in time that grows with the number of nodes and edges: each as far right as its longest way. */
export function manyLayers({ nodes, edges, gap, keepsOrder }: Plan): Positions {
  const layers = layersOf(nodes, edges)
  if (keepsOrder) for (const layer of layers) layer.sort(fromTop)
  else uncross(layers, edges)
  const rows = Math.ceil(Math.sqrt(nodes.length) * TALLNESS)
  const heightOf = (column: Column) => column.reduce((sum, { height }) => sum + height + gap.vertical, -gap.vertical)
  const positions = new Map<string, { x: number; y: number }>()
  let top = 0
  for (const band of bandsOf(layers.map((layer) => dealt(layer, rows)))) {
    const bandHeight = band.reduce((most, column) => Math.max(most, heightOf(column)), 0)
    let x = 0
    for (const column of band) {
      let y = top + (bandHeight - heightOf(column)) / 2
      for (const { id, height } of column) {
        positions.set(id, { x, y })
        y += height + gap.vertical
      }
      x += column.reduce((most, { width }) => Math.max(most, width), 0) + gap.horizontal
    }
    top += bandHeight + gap.vertical
  }
  return positions
}

/** A layer in columns of so many rows: row by row, so that it has the same order from top to bottom. */
function dealt(layer: Column, rows: number): Column[] {
  const count = Math.ceil(layer.length / rows)
  return Array.from({ length: count }, (_, column) => layer.filter((_, index) => index % count === column))
}

/** The columns of whole layers, side by side until there are enough. */
function bandsOf(layers: readonly (readonly Column[])[]): Column[][] {
  const bands: Column[][] = []
  for (const columns of layers) {
    const band = bands.at(-1)
    if (band && band.length + columns.length <= COLUMNS_OF_A_BAND) band.push(...columns)
    else bands.push([...columns])
  }
  return bands
}

/** What stands above one another, from left to right. */
function layersOf(nodes: Column, edges: Plan['edges']): PlannedNode[][] {
  const targets = Map.groupBy(edges, ([source]) => source)
  const ranks = ranksOf(nodes, (id) => (targets.get(id) ?? []).map(([, target]) => target))
  const byRank = Map.groupBy(nodes, ({ id }) => ranks.get(id) ?? 0)
  return [...byRank].sort(([a], [b]) => a - b).map(([, layer]) => layer)
}

/** How far from the left each node stands; an edge that closes a circle does not count. */
function ranksOf(nodes: readonly PlannedNode[], targetsOf: (id: string) => readonly string[]): Map<string, number> {
  const onwards: string[] = []
  const forward: [source: string, target: string][] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const { id } of nodes) {
    const way = state.has(id) ? [] : [{ id, rest: [...targetsOf(id)] }]
    if (way.length > 0) state.set(id, 'open')
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const next = step.rest.pop()
      if (next === undefined) {
        state.set(step.id, 'done')
        onwards.push(step.id)
        way.pop()
        continue
      }
      if (state.get(next) === 'open') continue
      forward.push([step.id, next])
      if (state.has(next)) continue
      state.set(next, 'open')
      way.push({ id: next, rest: [...targetsOf(next)] })
    }
  }
  const edges = Map.groupBy(forward, ([source]) => source)
  const ranks = new Map<string, number>()
  for (const id of onwards.reverse()) {
    const rank = ranks.get(id) ?? 0
    ranks.set(id, rank)
    for (const [, target] of edges.get(id) ?? []) ranks.set(target, Math.max(ranks.get(target) ?? 0, rank + 1))
  }
  return ranks
}

/** Sorts each column by where its nodes' neighbours stand, forth and back. */
function uncross(columns: PlannedNode[][], edges: Plan['edges']): void {
  const bothWays = [...edges, ...edges.map(([source, target]) => [target, source] as const)]
  const neighbours = Map.groupBy(bothWays, ([id]) => id)
  const at = new Map<string, number>()
  const note = (column: readonly PlannedNode[]) =>
    column.forEach(({ id }, index) => void at.set(id, index - (column.length - 1) / 2))
  for (const column of columns) note(column)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const means = new Map(
        column.map(({ id }) => [id, mean((neighbours.get(id) ?? []).map(([, other]) => at.get(other) ?? 0))]),
      )
      column.sort((a, b) => (means.get(a.id) ?? 0) - (means.get(b.id) ?? 0))
      note(column)
    }
  }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
