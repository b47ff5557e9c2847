import type { Ends } from '@plimsoll/flow'
import { connectionFault } from '@plimsoll/flow'
import type { FinalConnectionState, IsValidConnection } from '@xyflow/react'
import { useDiagram } from '../../../stores/diagram.ts'
import { connect } from '../board.ts'
import type { LineEdge } from './graph.ts'

/** A handle in reach shows at once whether the connection can be drawn. */
const isValidConnection: IsValidConnection<LineEdge> = (ends) =>
  connectionFault(useDiagram.getState().flow, ends as Ends) === null

/** A connection may be dropped on any part of a card; one that is refused says why. */
function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState): void {
  const { fromHandle, fromNode, toNode, isValid } = state
  if (!fromHandle || !fromNode || isValid) return
  const other = toNode?.id ?? cardAt(event)
  if (other === undefined || (other === fromNode.id && !toNode)) return
  const forwards = fromHandle.type === 'source'
  connect(forwards ? { source: fromNode.id, target: other } : { source: other, target: fromNode.id })
}

function cardAt(event: MouseEvent | TouchEvent): string | undefined {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event
  if (!point) return undefined
  const element = document.elementFromPoint(point.clientX, point.clientY)
  return element?.closest<HTMLElement>('.react-flow__node-card')?.dataset.id
}

/** What the canvas library needs to know about connections that are drawn by dragging. */
export const DRAGGED_CONNECTION = { isValidConnection, onConnectEnd } as const
