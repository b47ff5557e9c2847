import { useReducedMotion } from '@mantine/hooks'
import type { Position } from '@plimsoll/flow'
import { type ReactFlowState, useReactFlow, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import { useDiagram } from '../../../stores/diagram.ts'
import { FIT_VIEW, VIEW_MOVE_MS, ZOOM } from '../editor.config.ts'
import { type Rect, rectOf } from './placing.ts'

/** Free space that a card brought into view keeps from the edge, in px of the screen. */
const MARGIN = 24

/** Moves of the view, and what is in it. */
export function useView() {
  const { fitView, zoomTo, getZoom, screenToFlowPosition } = useReactFlow()
  const store = useStoreApi()
  const duration = useReducedMotion() ? 0 : VIEW_MOVE_MS

  return useMemo(() => {
    /** Shifts the view, as little as needed, until the card is in it. */
    function reveal(id: string): void {
      const node = useDiagram.getState().flow.nodes.find((candidate) => candidate.id === id)
      if (!node) return
      const { panZoom, transform } = store.getState()
      const [x, y, zoom] = transform
      const view = visibleRect(store.getState(), MARGIN)
      const card = rectOf(node)
      const dx = shift(card.x, card.width, view.x, view.width)
      const dy = shift(card.y, card.height, view.y, view.height)
      if (dx !== 0 || dy !== 0) void panZoom?.setViewport({ x: x + dx * zoom, y: y + dy * zoom, zoom }, { duration })
    }
    return {
      reveal,
      fit: () => void fitView({ ...FIT_VIEW, duration }),
      zoomIn: () => void zoomTo(Math.min(ZOOM.max, getZoom() * ZOOM.keyboardFactor), { duration }),
      zoomOut: () => void zoomTo(Math.max(ZOOM.min, getZoom() / ZOOM.keyboardFactor), { duration }),
      rect: () => visibleRect(store.getState(), 0),
      toBoard: (client: Position) => screenToFlowPosition(client, { snapToGrid: false }),
    }
  }, [fitView, zoomTo, getZoom, screenToFlowPosition, store, duration])
}

export type View = ReturnType<typeof useView>

function visibleRect({ transform: [x, y, zoom], width, height }: ReactFlowState, margin: number): Rect {
  return {
    x: (margin - x) / zoom,
    y: (margin - y) / zoom,
    width: (width - 2 * margin) / zoom,
    height: (height - 2 * margin) / zoom,
  }
}

/** By how much a stretch must move to lie within the view's; its beginning comes first where it does not fit. */
function shift(start: number, length: number, viewStart: number, viewLength: number): number {
  const before = viewStart - start
  if (before >= 0) return before
  const after = start + length - (viewStart + viewLength)
  return after > 0 ? -Math.min(after, -before) : 0
}
