import { BITMAP_FROM_EDGES, MOST_EDGES_BESIDE_BITMAP } from '../../core/editor.config.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { drawBitmap } from './bitmap-layer.ts'

export const EDGES = '.react-flow__edge'
/** What is not painted cannot have the focus, and what is selected shows more than its line. */
const CHOSEN = `${EDGES}:is(.selected, :focus-within)`

interface BitmapOptions {
  /** What moves, for the style sheet: the viewport, or nodes on it. */
  readonly as: 'view' | 'cards'
  /** Nodes whose edges are not in the bitmap. */
  readonly without?: ReadonlySet<string> | undefined
}

/**
 * Shows the edges of a flow with very many of them as one bitmap, but for those that are selected or have the focus. Null where there are
 * few edges, where many are selected, and for nodes that move where any is. Gives back how to show the edges themselves again.
 */
export function replaceByBitmap(
  session: EditorSession,
  region: HTMLElement,
  { as, without }: BitmapOptions,
): (() => void) | null {
  const edgeLayer = crowdedEdgeLayer(region)
  if (!edgeLayer) return null
  const chosen = chosenEdges(edgeLayer)
  if (chosen.length > (as === 'view' ? MOST_EDGES_BESIDE_BITMAP : 0)) return null
  const withoutEdges = new Set(chosen.map(({ dataset }) => dataset.id ?? ''))
  const erase = drawBitmap(session, { edgeLayer, without, withoutEdges, withLoads: as === 'view' })
  const kept = chosen.length > 0 ? [edgeLayer, ...chosen.map((edge) => edge.parentElement ?? edge)] : []
  for (const element of kept) element.setAttribute('data-kept', '')
  region.dataset.moving = as
  session.viewport.setState({ isBitmapShown: true })
  return () => {
    delete region.dataset.moving
    for (const element of kept) element.removeAttribute('data-kept')
    session.viewport.setState({ isBitmapShown: false })
    erase()
  }
}

/** Hides the edges of these nodes. Null where there are few edges, and where one is selected or has the focus. Gives back how to show them again. */
export function hideEdges(session: EditorSession, region: HTMLElement, of: ReadonlySet<string>): (() => void) | null {
  const edgeLayer = crowdedEdgeLayer(region)
  if (!edgeLayer || chosenEdges(edgeLayer).length > 0) return null
  const { flow } = session.document.getState()
  const ids = new Set(flow.edges.flatMap(({ id, source, target }) => (of.has(source) || of.has(target) ? [id] : [])))
  const edges = [...edgeLayer.querySelectorAll<SVGElement>(EDGES)].filter(({ dataset }) => ids.has(dataset.id ?? ''))
  for (const { style } of edges) style.visibility = 'hidden'
  return () => {
    for (const { style } of edges) style.visibility = ''
  }
}

const chosenEdges = (edgeLayer: Element) => [...edgeLayer.querySelectorAll<SVGElement>(CHOSEN)]

function crowdedEdgeLayer(region: HTMLElement): Element | null {
  const edgeLayer = region.querySelector('.react-flow__edges')
  return edgeLayer && edgeLayer.querySelectorAll(EDGES).length >= BITMAP_FROM_EDGES ? edgeLayer : null
}
