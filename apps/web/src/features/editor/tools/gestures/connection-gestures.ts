import { connectionFault, type Ends } from '@plimsoll/flow'
import { type FinalConnectionState, type HandleType, type IsValidConnection, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { CanvasEdge } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { chooseComponent } from '../../state/component-chooser.ts'
import { connect, reconnect } from '../edit/edit-flow.ts'
import type { ViewportControl } from '../viewport/use-viewport-control.ts'
import { beginGesture, isGestureCancelled } from './gesture.ts'

type Pointer = MouseEvent | TouchEvent

/** Whoever lets go this near to where they began drew nothing. Pixels of the screen. */
const TOO_SHORT = 40

/** What the canvas library needs to know about connections that are drawn, or led elsewhere, by dragging. */
export function useConnectionGestures(viewport: ViewportControl) {
  const session = useEditorSession()
  const store = useStoreApi()
  return useMemo(() => {
    let start = { x: 0, y: 0 }
    /** The connection whose end is being dragged. */
    let movedEdge: string | undefined

    /** A handle in reach shows at once whether the connection can be drawn. */
    const isValidConnection: IsValidConnection<CanvasEdge> = (ends) =>
      connectionFault(session.document.getState().flow, ends as Ends, movedEdge) === null

    /** A connection may be dropped on any part of a node, where one that is refused says why, and on the empty canvas. */
    function onConnectEnd(event: Pointer, state: FinalConnectionState): void {
      const { fromHandle, fromNode, isValid } = state
      if (isGestureCancelled(session) || movedEdge !== undefined || !fromHandle || !fromNode || isValid) return
      const ends = endsAt(event, state)
      const client = pointOf(event)
      if (ends) connect(session, ends)
      else if (client && isOnEmptyCanvas(client) && Math.hypot(client.x - start.x, client.y - start.y) > TOO_SHORT)
        chooseComponent(session, {
          from: fromNode.id,
          isForward: fromHandle.type === 'source',
          at: viewport.toFlow(client),
        })
    }

    return {
      isValidConnection,
      onConnectStart: (event: Pointer) => {
        start = pointOf(event) ?? start
        beginGesture(session, () => store.getState().cancelConnection())
      },
      onConnect: (ends: Ends) => void (isGestureCancelled(session) || connect(session, ends)),
      onConnectEnd,
      onReconnectStart: (_: unknown, { id }: CanvasEdge) => {
        movedEdge = id
      },
      onReconnect: ({ id }: CanvasEdge, ends: Ends) =>
        void (isGestureCancelled(session) || reconnect(session, id, ends)),
      onReconnectEnd: (event: Pointer, { id }: CanvasEdge, _: HandleType, state: FinalConnectionState) => {
        movedEdge = undefined
        const ends = state.isValid || isGestureCancelled(session) ? null : endsAt(event, state)
        if (ends) reconnect(session, id, ends)
      },
    }
  }, [store, viewport, session.document.getState, session])
}

/** The ends of a connection that is dropped on a node; none on the node it comes from, unless on the handle there. */
function endsAt(event: Pointer, { fromHandle, fromNode, toNode }: FinalConnectionState): Ends | null {
  const point = pointOf(event)
  const other = toNode?.id ?? (point && nodeAt(point))
  if (!fromHandle || !fromNode || other === undefined || (other === fromNode.id && !toNode)) return null
  const isForward = fromHandle.type === 'source'
  return isForward ? { source: fromNode.id, target: other } : { source: other, target: fromNode.id }
}

function pointOf(event: Pointer): { x: number; y: number } | undefined {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event
  return at && { x: at.clientX, y: at.clientY }
}

const elementAt = ({ x, y }: { x: number; y: number }) => document.elementFromPoint(x, y)

const nodeAt = (point: { x: number; y: number }): string | undefined =>
  elementAt(point)?.closest<HTMLElement>('.react-flow__node-card')?.dataset.id

function isOnEmptyCanvas(point: { x: number; y: number }): boolean {
  const element = elementAt(point)
  return element?.closest('.react-flow__pane') != null && element.closest('.react-flow__node-card') === null
}
