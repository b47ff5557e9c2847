import { BITMAP_FROM_EDGES } from '../../core/editor.config.ts'
import type { EditorSession } from '../../session/editor-session.ts'
import { drawBitmap } from './bitmap-layer.ts'

export const EDGES = '.react-flow__edge'

interface BitmapOptions {
  /** What moves, for the style sheet: the viewport, or nodes on it. */
  readonly as: 'view' | 'cards'
  /** Nodes whose edges are not in the bitmap. */
  readonly without?: ReadonlySet<string> | undefined
}

/**
 * Shows the edges of a flow with very many of them as one bitmap. Null where there are few, or one of them is selected or has the
 * focus: what is not painted cannot have it. Gives back how to show the edges themselves again.
 */
export function replaceByBitmap(
  session: EditorSession,
  region: HTMLElement,
  { as, without }: BitmapOptions,
): (() => void) | null {
  const edgeLayer = crowdedEdgeLayer(session, region)
  if (!edgeLayer) return null
  const erase = drawBitmap(session, { edgeLayer, without, withLoads: as === 'view' })
  region.dataset.moving = as
  session.viewport.setState({ isBitmapShown: true })
  return () => {
    delete region.dataset.moving
    session.viewport.setState({ isBitmapShown: false })
    erase()
  }
}

/** Hides the edges of these nodes, under the same conditions. Gives back how to show them again. */
export function hideEdges(session: EditorSession, region: HTMLElement, of: ReadonlySet<string>): (() => void) | null {
  const edgeLayer = crowdedEdgeLayer(session, region)
  if (!edgeLayer) return null
  const { flow } = session.document.getState()
  const ids = new Set(flow.edges.flatMap(({ id, source, target }) => (of.has(source) || of.has(target) ? [id] : [])))
  const edges = [...edgeLayer.querySelectorAll<SVGElement>(EDGES)].filter(({ dataset }) => ids.has(dataset.id ?? ''))
  for (const { style } of edges) style.visibility = 'hidden'
  return () => {
    for (const { style } of edges) style.visibility = ''
  }
}

function crowdedEdgeLayer(session: EditorSession, region: HTMLElement): Element | null {
  const edgeLayer = region.querySelector('.react-flow__edges')
  if (!edgeLayer || edgeLayer.querySelectorAll(EDGES).length < BITMAP_FROM_EDGES) return null
  const hasChosen = session.document.getState().selection.edges.length > 0 || edgeLayer.contains(document.activeElement)
  return hasChosen ? null : edgeLayer
}
