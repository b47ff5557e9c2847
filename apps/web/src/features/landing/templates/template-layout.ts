import { type Curve, edgeCurve, type Point } from '../../../shared/scene/edge-curve.ts'
import type { DiagramPicture } from './catalog-pictures.ts'

export type Direction = 'across' | 'down'

/** A diagram as it is drawn, in percent of the picture. */
export interface PlacedDiagram {
  /** The middle of each node, by its key. */
  readonly places: ReadonlyMap<string, Point>
  /** The edges, in the diagram's order. */
  readonly curves: readonly Curve[]
}

/** Lays a diagram out with its layers across (or down) the picture, each layer centred. */
export function placed({ nodes, edges }: DiagramPicture, direction: Direction): PlacedDiagram {
  const layers = Math.max(...nodes.map(({ layer }) => layer)) + 1
  const places = new Map<string, Point>()
  for (const { key, layer } of nodes) {
    const peers = nodes.filter((node) => node.layer === layer)
    const along = ((layer + 0.5) / layers) * 100
    const aside = ((peers.findIndex((node) => node.key === key) + 0.5) / peers.length) * 100
    places.set(key, direction === 'across' ? { x: along, y: aside } : { x: aside, y: along })
  }
  const curves = edges.flatMap(({ from, to }) => {
    const [start, end] = [places.get(from), places.get(to)]
    if (!start || !end) return []
    return [direction === 'across' ? edgeCurve(start, end) : turned(edgeCurve(swapped(start), swapped(end)))]
  })
  return { places, curves }
}

const swapped = ({ x, y }: Point): Point => ({ x: y, y: x })

const turned = ([from, first, second, to]: Curve): Curve => [
  swapped(from),
  swapped(first),
  swapped(second),
  swapped(to),
]
