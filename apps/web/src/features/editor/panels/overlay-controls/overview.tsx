import { type Flow, groupsOf } from '@plimsoll/flow'
import { Panel, useStoreApi } from '@xyflow/react'
import { type PointerEvent, useEffect, useMemo, useRef, type WheelEvent } from 'react'
import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import { ZOOM } from '../../core/editor.config.ts'
import { around, type Rect } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import classes from './overview.module.css'
import { pathOf } from './overview-shapes.ts'
import { createOverviewWindow, placed, SIZE } from './overview-window.ts'

/**
 * The whole flow in small, and the part in view: dragged, it leads there; the wheel zooms. All nodes of a kind are one shape, drawn
 * when the flow changes. React Flow's own overview is an element for each node, painted with every move of the viewport.
 */
export function Overview() {
  const flow = useDocument((state) => state.flow)
  const { bounds, shapes } = useMemo(() => drawn(flow), [flow])
  const { nodes, inView, moves } = useOverviewViewport(bounds)
  return (
    <Panel position="bottom-right" className={classes.overview ?? ''} style={SIZE} data-testid="overview" {...moves}>
      <svg ref={nodes} {...SIZE} role="img" aria-label="Overview" className={classes.cards}>
        {shapes.map(({ color, path }) => (
          <path key={color} d={path} fill={`var(${color})`} />
        ))}
      </svg>
      <div ref={inView} aria-hidden="true" data-follows-view="" className={classes.inView} />
    </Panel>
  )
}

/** Groups behind, then the nodes of each kind, and the rectangle that holds all of them. */
function drawn(flow: Flow) {
  const groups = groupsOf(flow).map(rectOf)
  const kinds = Object.entries(kindLooks).map(([type, { hue }]) => ({
    color: `--kind-${hue}`,
    path: pathOf(flow.nodes.filter((node) => node.type === type).map(rectOf)),
  }))
  return {
    bounds: around([...groups, ...flow.nodes.map(rectOf)]),
    shapes: [{ color: '--line', path: pathOf(groups) }, ...kinds],
  }
}

/** Follows the viewport past React, and leads it. */
function useOverviewViewport(bounds: Rect) {
  const session = useEditorSession()
  const store = useStoreApi()
  const nodes = useRef<SVGSVGElement>(null)
  const inView = useRef<HTMLDivElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    if (!nodes.current || !inView.current) return
    const elements = { nodes: nodes.current, inView: inView.current }
    const { follow, end } = createOverviewWindow(elements, bounds, session.viewport.getState())
    const unsubscribe = session.viewport.subscribe(follow)
    return () => {
      unsubscribe()
      end()
    }
  }, [bounds, session.viewport.getState, session.viewport.subscribe])

  const moves = useMemo(() => {
    const moveBy = (dx: number, dy: number) => {
      const at = session.viewport.getState()
      const { x, y, zoom } = at
      const { scale } = placed(at, bounds)
      void store.getState().panZoom?.setViewport({ x: x - dx * scale * zoom, y: y - dy * scale * zoom, zoom })
    }
    const letGo = () => {
      dragged.current = null
    }
    return {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = { x: event.clientX, y: event.clientY }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!dragged.current) return
        moveBy(clientX - dragged.current.x, clientY - dragged.current.y)
        dragged.current = { x: clientX, y: clientY }
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onWheel: ({ deltaY }: WheelEvent) => {
        const { zoom } = session.viewport.getState()
        const wanted = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom * 2 ** (-deltaY * 0.002)))
        void store.getState().panZoom?.scaleTo(wanted)
      },
    }
  }, [store, bounds, session.viewport.getState])

  return { nodes, inView, moves }
}
