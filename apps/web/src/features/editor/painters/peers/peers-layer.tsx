import { ViewportPortal } from '@xyflow/react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { EditorSession } from '../../session/editor-session.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import colours from '../../ui/peer-colours.module.css'
import { outlinesOf } from './outlines.ts'
import classes from './peers-layer.module.css'

/** From an outline to what it is around, in canvas pixels: outside the ring of one's own selection. */
const GAP = 5

/** Where others point, and what they have selected. The list of people says the same to those who do not see it. */
export function PeersLayer() {
  const session = useEditorSession()
  const peers = useStore(session.live, (live) => live.peers)
  const flow = useDocument((document) => document.flow)
  const dragged = useStore(session.dragged, ({ others }) => others)
  const zoom = useStore(session.viewport, (viewport) => viewport.zoom)
  useEffect(() => followPointer(session), [session])
  if (peers.length === 0) return null
  return (
    <ViewportPortal>
      {peers.map((peer) => (
        <div key={peer.client} className={colours.peer} data-colour={peer.colour} aria-hidden="true">
          <svg className={classes.selections} aria-hidden="true">
            {outlinesOf(flow, peer, dragged).map(({ x, y, width, height }) => (
              <rect
                key={`${x} ${y}`}
                x={x - GAP}
                y={y - GAP}
                width={width + 2 * GAP}
                height={height + 2 * GAP}
                rx={10}
              />
            ))}
          </svg>
          {peer.cursor && (
            <div
              className={classes.cursor}
              style={{ transform: `translate(${peer.cursor.x}px, ${peer.cursor.y}px) scale(${1 / zoom})` }}
            >
              <svg className={classes.arrow} viewBox="0 0 16 20" aria-hidden="true">
                <path d="M1 1v15l4-4 3 7 3-1-3-7h6z" />
              </svg>
              <span className={classes.name}>{peer.name}</span>
            </div>
          )}
        </div>
      ))}
    </ViewportPortal>
  )
}

/** Keeps in the session where the mouse is over the flow. A finger points at nothing. */
function followPointer({ pointed, viewport }: EditorSession): () => void {
  const canvas = document.querySelector<HTMLElement>('.react-flow')
  const onMove = ({ clientX, clientY, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !canvas) return
    const { left, top } = canvas.getBoundingClientRect()
    const { x, y, zoom } = viewport.getState()
    const at = { x: Math.round((clientX - left - x) / zoom), y: Math.round((clientY - top - y) / zoom) }
    pointed.setState({ at })
  }
  const onLeave = () => pointed.setState({ at: null })
  canvas?.addEventListener('pointermove', onMove, { capture: true })
  canvas?.addEventListener('pointerleave', onLeave)
  return () => {
    canvas?.removeEventListener('pointermove', onMove, { capture: true })
    canvas?.removeEventListener('pointerleave', onLeave)
    onLeave()
  }
}
