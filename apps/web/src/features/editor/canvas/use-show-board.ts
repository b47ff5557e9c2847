import { useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { useDiagram } from '../../../stores/diagram.ts'
import type { View } from './use-view.ts'

/**
 * Shows all of a diagram when it was put on the board, and when the canvas is ready for the first time: then the function that it gives
 * back is to be called. What is selected changes with the board, and the panel beside the canvas comes or goes a moment later: all is
 * shown again then, unless one went on meanwhile.
 */
export function useShowBoard({ showAll, showAllAgain }: View): () => void {
  const opened = useDiagram((state) => state.opened)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const shown = useRef(opened)
  const showBoard = useCallback(() => showAll({ eased: false }), [showAll])
  useEffect(() => {
    if (shown.current === opened) return
    shown.current = opened
    showBoard()
  }, [opened, showBoard])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is not read here, its change is the occasion.
  useEffect(showAllAgain, [width, height, showAllAgain])
  return showBoard
}
