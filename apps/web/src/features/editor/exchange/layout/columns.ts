import type { Position } from '@plimsoll/flow'
import { PLACING_GAP } from '../../editor.config.ts'
import type { Block, BlockLink, Places } from './blocks.ts'

/** Rows of a column, as a multiple of what a square drawing would have. */
const TALLNESS = 1.5
const FEWEST_ROWS = 10

/** A longer drawing goes on below, as a text does. */
const COLUMNS_OF_A_BAND = 60

/** Places any number of blocks in columns by how far they are from a beginning, in time that grows with their number only. */
export function columns(blocks: readonly Block[], links: readonly BlockLink[]): Places {
  const rows = Math.max(FEWEST_ROWS, Math.ceil(Math.sqrt(blocks.length) * TALLNESS))
  const all = layersOf(blocks, links).flatMap((layer) => inParts(layer, rows))
  const places = new Map<string, Position>()
  let top = 0
  for (const band of inParts(all, COLUMNS_OF_A_BAND)) {
    let x = 0
    let bottom = top
    for (const column of band) {
      let y = top
      for (const { id, height } of column) {
        places.set(id, { x, y })
        y += height + PLACING_GAP.vertical
      }
      bottom = Math.max(bottom, y)
      x += Math.max(...column.map(({ width }) => width)) + PLACING_GAP.horizontal
    }
    top = bottom
  }
  return places
}

const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

/** Each block stands behind those that lead to it; where links go in a circle, the first that comes begins it. */
function layersOf(blocks: readonly Block[], links: readonly BlockLink[]): Block[][] {
  const targets = new Map<string, string[]>(blocks.map(({ id }) => [id, []]))
  const waitsFor = new Map<string, number>()
  for (const [from, to] of links) {
    targets.get(from)?.push(to)
    waitsFor.set(to, (waitsFor.get(to) ?? 0) + 1)
  }
  const layerOf = new Map<string, number>()
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const layers: Block[][] = []
  // A queue that is walked, not shortened.
  const queue = blocks.filter(({ id }) => !waitsFor.has(id)).map(({ id }) => id)
  const begun = new Set(queue)
  let next = 0
  for (let at = 0; at < blocks.length; at += 1) {
    const id = queue[at] ?? beginCircle()
    const layer = layerOf.get(id) ?? 0
    layers[layer] ??= []
    const block = byId.get(id)
    if (block) layers[layer].push(block)
    for (const target of targets.get(id) ?? []) {
      if (begun.has(target)) continue
      layerOf.set(target, Math.max(layerOf.get(target) ?? 0, layer + 1))
      const left = (waitsFor.get(target) ?? 1) - 1
      waitsFor.set(target, left)
      if (left > 0) continue
      begun.add(target)
      queue.push(target)
    }
  }
  return layers.filter((layer) => layer !== undefined)

  function beginCircle(): string {
    while (begun.has(blocks[next]?.id ?? '')) next += 1
    const id = blocks[next]?.id ?? ''
    begun.add(id)
    queue.push(id)
    return id
  }
}
