import type { DiagramPicture } from './catalog-pictures.ts'

/** A point in percent of the picture. */
export type Point = { readonly x: number; readonly y: number }
export type Direction = 'across' | 'down'

/** Where the middle of each node lies when the layers run across (or down) the picture, each layer centred. */
export function placeNodes({ nodes }: DiagramPicture, direction: Direction): ReadonlyMap<string, Point> {
  const layers = Math.max(...nodes.map(({ layer }) => layer)) + 1
  const placed = new Map<string, Point>()
  for (const { key, layer } of nodes) {
    const peers = nodes.filter((node) => node.layer === layer)
    const along = ((layer + 0.5) / layers) * 100
    const aside = ((peers.findIndex((node) => node.key === key) + 0.5) / peers.length) * 100
    placed.set(key, direction === 'across' ? { x: along, y: aside } : { x: aside, y: along })
  }
  return placed
}

/** The four points of the curve from one middle to another. */
export function curve(from: Point, to: Point, direction: Direction): readonly [Point, Point, Point, Point] {
  const x = (from.x + to.x) / 2
  const y = (from.y + to.y) / 2
  return direction === 'across'
    ? [from, { x, y: from.y }, { x, y: to.y }, to]
    : [from, { x: from.x, y }, { x: to.x, y }, to]
}

export function svgPath([from, first, second, to]: ReturnType<typeof curve>): string {
  return `M${from.x} ${from.y}C${first.x} ${first.y} ${second.x} ${second.y} ${to.x} ${to.y}`
}
