import { type Flow, groupsOf } from '@plimsoll/flow'
import { Panel, useStoreApi } from '@xyflow/react'
import { type PointerEvent, useEffect, useMemo, useRef, type WheelEvent } from 'react'
import { kindLooks } from '../../../../shared/ui/kind-looks.ts'
import { useDiagram } from '../../../../stores/diagram.ts'
import { ZOOM } from '../../core/editor.config.ts'
import { around, type Rect } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import { type SizedViewport, visibleRect } from '../../core/viewport.ts'
import { useShownViewport } from '../../state/viewport.ts'
import classes from './overview.module.css'
import { fitted, pathOf } from './overview-shapes.ts'

const SIZE = { width: 168, height: 112 } as const

/**
 * The whole board in small, and the part in view: dragged, it leads there; the wheel zooms. All cards of a kind are one shape, drawn
 * when the flow changes. React Flow's own overview is an element for each card, painted with every move of the view.
 */
export function Overview() {
  const flow = useDiagram((state) => state.flow)
  const { board, shapes } = useMemo(() => drawn(flow), [flow])
  const { cards, inView, moves } = useView(board)
  return (
    <Panel position="bottom-right" className={classes.overview ?? ''} style={SIZE} data-testid="overview" {...moves}>
      <svg ref={cards} {...SIZE} role="img" aria-label="Overview" className={classes.cards}>
        {shapes.map(({ color, path }) => (
          <path key={color} d={path} fill={`var(${color})`} />
        ))}
      </svg>
      <div ref={inView} aria-hidden="true" data-follows-view="" className={classes.inView} />
    </Panel>
  )
}

/** Groups behind, then the cards of each kind, and the rectangle that holds all of them. */
function drawn(flow: Flow) {
  const frames = groupsOf(flow).map(rectOf)
  const kinds = Object.entries(kindLooks).map(([type, { hue }]) => ({
    color: `--kind-${hue}`,
    path: pathOf(flow.nodes.filter((node) => node.type === type).map(rectOf)),
  }))
  return {
    board: around([...frames, ...flow.nodes.map(rectOf)]),
    shapes: [{ color: '--line', path: pathOf(frames) }, ...kinds],
  }
}

/** Follows the view past React, and leads it. */
function useView(board: Rect) {
  const store = useStoreApi()
  const cards = useRef<SVGSVGElement>(null)
  const inView = useRef<HTMLDivElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    let shown = ''
    const follow = () => {
      const { whole, view, scale } = placed(useShownViewport.getState(), board)
      const viewBox = `${whole.x} ${whole.y} ${whole.width} ${whole.height}`
      if (viewBox !== shown) cards.current?.setAttribute('viewBox', viewBox)
      shown = viewBox
      const { style } = inView.current ?? {}
      if (!style) return
      style.width = `${view.width / scale}px`
      style.height = `${view.height / scale}px`
      style.transform = `translate(${(view.x - whole.x) / scale}px, ${(view.y - whole.y) / scale}px)`
    }
    follow()
    return useShownViewport.subscribe(follow)
  }, [board])

  const moves = useMemo(() => {
    const moveBy = (dx: number, dy: number) => {
      const at = useShownViewport.getState()
      const { x, y, zoom } = at
      const { scale } = placed(at, board)
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
        const { zoom } = useShownViewport.getState()
        const wanted = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom * 2 ** (-deltaY * 0.002)))
        void store.getState().panZoom?.scaleTo(wanted)
      },
    }
  }, [store, board])

  return { cards, inView, moves }
}

/** What the overview shows, what of it is in view, and how many pixels of the board one of its own is. */
function placed(at: SizedViewport, board: Rect) {
  const view = visibleRect(at)
  const whole = fitted(around([board, view]), SIZE)
  return { whole, view, scale: whole.width / SIZE.width }
}
