import { useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDiagram } from '../../../../stores/diagram.ts'
import { leftView, noteView } from '../../../../stores/left-view.ts'
import { VIEWPORT_AT_REST_MS } from '../../core/editor.config.ts'
import { useShownViewport } from '../../state/viewport.ts'
import type { ViewportControl } from './use-viewport-control.ts'

/**
 * Shows all of a diagram when it was put on the board, or what was in view when that board was left, and when the canvas is ready for
 * the first time: then `showBoard` is to be called. `isShown` says whether the view is the one of the board. What is selected changes with
 * the board, and the panel beside the canvas comes or goes a moment later: all is shown again then, unless one went on meanwhile.
 */
export function useFitOnOpen({ showAll, showAllAgain, showAsLeft }: ViewportControl): {
  fitOpened: () => void
  isShown: boolean
} {
  const opened = useDiagram((state) => state.opened)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const mounted = useRef(opened)
  /** The board that the view belongs to; null until there is one. */
  const shown = useRef<number | null>(null)
  /** The same, for what is drawn by it. */
  const [drawn, setDrawn] = useState<number | null>(null)
  const showBoard = useCallback(() => {
    shown.current = useDiagram.getState().opened
    const left = leftView(shown.current)
    if (!left || !showAsLeft(left)) showAll({ eased: false })
    setDrawn(shown.current)
  }, [showAll, showAsLeft])
  useEffect(() => {
    if ((shown.current ?? mounted.current) !== opened) showBoard()
  }, [opened, showBoard])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let view = useShownViewport.getState()
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      if (shown.current === useDiagram.getState().opened) noteView(shown.current, view)
    }
    const end = useShownViewport.subscribe((state) => {
      view = state
      clearTimeout(timer)
      timer = setTimeout(note, VIEWPORT_AT_REST_MS)
    })
    const noteLast = () => timer !== undefined && note()
    // Before the board is written for the last time.
    addEventListener('pagehide', noteLast, { capture: true })
    return () => {
      end()
      removeEventListener('pagehide', noteLast, { capture: true })
      noteLast()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is not read here, its change is the occasion.
  useEffect(showAllAgain, [width, height, showAllAgain])
  return { fitOpened: showBoard, isShown: drawn === opened }
}
