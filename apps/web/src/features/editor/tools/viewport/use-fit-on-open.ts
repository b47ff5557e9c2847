import { useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { VIEWPORT_AT_REST_MS } from '../../core/editor.config.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import type { ViewportControl } from './use-viewport-control.ts'

/**
 * Shows all of a diagram when it was put on the canvas, or what was in view when that board was left, and when the canvas is ready for
 * the first time: then `showBoard` is to be called. `isShown` says whether the viewport is the one of the flow. What is selected changes with
 * the flow, and the panel beside the canvas comes or goes a moment later: all is shown again then, unless one went on meanwhile. So it is where
 * the canvas has become so small that nothing would be left in it.
 */
export function useFitOnOpen({ fitView: showAll, fitViewAgain: showAllAgain, restore: showAsLeft }: ViewportControl): {
  fitOpened: () => void
  isShown: boolean
} {
  const session = useEditorSession()
  const opened = useDocument((state) => state.opened)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const mounted = useRef(opened)
  /** The flow that the viewport belongs to; null until there is one. */
  const shown = useRef<number | null>(null)
  /** The same, for what is drawn by it. */
  const [drawn, setDrawn] = useState<number | null>(null)
  const fitOpened = useCallback(() => {
    shown.current = session.document.getState().opened
    const left = session.leftViews.get(shown.current)
    if (!left || !showAsLeft(left)) showAll({ eased: false })
    setDrawn(shown.current)
  }, [showAll, showAsLeft, session])
  useEffect(() => {
    if ((shown.current ?? mounted.current) !== opened) fitOpened()
  }, [opened, fitOpened])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let viewport = session.viewport.getState()
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      if (shown.current === session.document.getState().opened) session.leftViews.set(shown.current, viewport)
    }
    const end = session.viewport.subscribe((state) => {
      viewport = state
      clearTimeout(timer)
      timer = setTimeout(note, VIEWPORT_AT_REST_MS)
    })
    const noteLast = () => timer !== undefined && note()
    // Before the flow is written for the last time.
    addEventListener('pagehide', noteLast, { capture: true })
    return () => {
      end()
      removeEventListener('pagehide', noteLast, { capture: true })
      noteLast()
    }
  }, [session])

  const sized = useRef({ width, height })
  useEffect(() => {
    const before = sized.current
    sized.current = { width, height }
    showAllAgain(before)
  }, [width, height, showAllAgain])
  return { fitOpened, isShown: drawn === opened }
}
