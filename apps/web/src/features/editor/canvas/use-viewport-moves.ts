import { type OnMove, type ReactFlowState, useStoreApi, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import { VIEWPORT_AT_REST_MS, ZOOM } from '../core/editor.config.ts'
import { addShield } from '../painters/bitmap/shield.ts'
import { shiftViewDirectly } from '../painters/bitmap/shift-directly.ts'
import { replaceByBitmap } from '../painters/bitmap/show-bitmap.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { useEditorSession } from '../session/use-editor-session.ts'
import { isGestureActive } from '../tools/gestures/gesture.ts'

/** For `<ReactFlow viewport>`: with one, the library leaves it to `useViewportMoves` what becomes of a move. */
export const VIEWPORT: Viewport = { x: 0, y: 0, zoom: 1 }

/**
 * While someone moves the viewport, only the flow is shifted; the canvas library learns of it once the viewport is at rest, because it asks
 * every node and edge, in view or not, what a move means to it. A board with very many edges is then a layer that the browser shifts
 * (`data-moving`), and its edges are one picture, but for those that are selected or have the focus. All of that ends a moment after the
 * last move, and before the next press or key.
 */
export function useViewportMoves(region: RefObject<HTMLElement | null>): OnMove {
  const session = useEditorSession()
  const store = useStoreApi()
  useLayoutEffect(() => {
    const followMove = ({ transform: [x, y, zoom] }: ReactFlowState) => session.viewport.setState({ x, y, zoom })
    const followSize = ({ width, height }: ReactFlowState) => session.viewport.setState({ width, height })
    followMove(store.getState())
    followSize(store.getState())
    // Each by itself: the library may learn of another size while it does not know where the viewport is.
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform) followMove(state)
      if (state.width !== before.width || state.height !== before.height) followSize(state)
    })
  }, [store, session.viewport.setState])

  const moves = useMemo(() => {
    let end: (() => void) | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = ({ x, y, zoom }: Viewport) => store.setState({ transform: [x, y, zoom] })
    const atRest = () => {
      if (!end) return
      clearTimeout(timer)
      end()
      end = null
      take(session.viewport.getState())
    }
    const onMove: OnMove = (event, viewport) => {
      const canvas = region.current
      if (!canvas || !isByHand(session, event) || store.getState().connection.inProgress) {
        atRest()
        take(viewport)
        return
      }
      clearTimeout(timer)
      timer = setTimeout(atRest, VIEWPORT_AT_REST_MS)
      end ??= beginMove(session, canvas)
      if (canvas.dataset.moving !== undefined && viewport.zoom !== session.viewport.getState().zoom)
        canvas.dataset.moving = 'zoom'
      shift(canvas, viewport)
      session.viewport.setState({ ...viewport, movedAt: performance.now() })
    }
    return { onMove, atRest }
  }, [region, store, session.viewport.setState, session.viewport.getState, session])
  useEffect(() => {
    const { atRest } = moves
    // What is pressed or focused next may be an edge, or a command that asks where the viewport is.
    const onPress = (event: PointerEvent) => {
      const isBitmapShown = session.viewport.getState().isBitmapShown
      atRest()
      if (isBitmapShown) pressBelowShield(event)
    }
    // Space is held while it leads the viewport, Control while it zooms.
    const onKey = ({ repeat }: KeyboardEvent) => repeat || atRest()
    // From below the least zoom, where only "Fit view" leads, the canvas library would zoom in, whichever way the wheel is turned.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY <= 0 || session.viewport.getState().zoom >= ZOOM.min) return
      event.preventDefault()
      event.stopPropagation()
    }
    const canvas = region.current
    canvas?.addEventListener('wheel', onWheel, { capture: true, passive: false })
    const unsubscribe = session.document.subscribe((state, before) => state.flow === before.flow || atRest())
    addEventListener('pointerdown', onPress, { capture: true })
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      unsubscribe()
      canvas?.removeEventListener('wheel', onWheel, { capture: true })
      removeEventListener('pointerdown', onPress, { capture: true })
      removeEventListener('keydown', onKey, { capture: true })
      atRest()
    }
  }, [moves, session.document.subscribe, session.viewport.getState, region])
  return moves.onMove
}

/** Not by a command, and not by a wheel that is turned, or a finger put down, while something is dragged. */
const isByHand = (session: EditorSession, event: MouseEvent | TouchEvent | null): boolean =>
  event !== null && !isGestureActive(session) && !(event instanceof WheelEvent && event.buttons !== 0)

/**
 * Leads a press to the node or edge that it was aimed at: when the browser looked for what is pressed, the shield lay over it. Nodes are
 * dragged by the mouse event that follows the pointer event of a press.
 */
function pressBelowShield(event: PointerEvent): void {
  const pressed = document.elementFromPoint(event.clientX, event.clientY)
  const shield = event.target
  if (!pressed || !shield || pressed === shield) return
  event.stopImmediatePropagation()
  pressed.setPointerCapture(event.pointerId)
  pressed.dispatchEvent(new PointerEvent(event.type, event))
  if (event.pointerType === 'touch') return
  const lead = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
    if (pressed.dispatchEvent(new MouseEvent(event.type, event)))
      pressed.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }
  shield.addEventListener('mousedown', lead, { once: true })
}

function shift(canvas: HTMLElement, { x, y, zoom }: Viewport): void {
  const board = canvas.querySelector<HTMLElement>('.react-flow__viewport')
  if (board) board.style.transform = `translate(${x}px,${y}px) scale(${zoom})`
}

function beginMove(session: EditorSession, region: HTMLElement): () => void {
  const endPicture = replaceByBitmap(session, region, { as: 'view' })
  if (!endPicture) return () => {}
  const ends = [endPicture, shiftViewDirectly(region), addShield(region)]
  return () => {
    for (const end of ends) end()
  }
}
