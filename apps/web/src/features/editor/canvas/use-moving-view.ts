import { type OnMove, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useMemo } from 'react'
import { MERGED_FROM_LINES, VIEW_AT_REST_MS } from '../editor.config.ts'
import { drawMovingLines } from './moving-lines.ts'
import classes from './moving-view.module.css'

/**
 * While someone moves the view of a board with very many lines, the board is a layer that the browser shifts (`data-moving`), and its
 * lines are a few shapes. Both end a moment after the last move, and before the next press or key. While a line has the focus or is
 * selected, all of them stay as they are.
 */
export function useMovingView(region: RefObject<HTMLElement | null>) {
  const store = useStoreApi()
  const moves = useMemo(() => {
    let end: (() => void) | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const atRest = () => {
      clearTimeout(timer)
      end?.()
      end = null
    }
    const onMove: OnMove = (event) => {
      clearTimeout(timer)
      timer = setTimeout(atRest, VIEW_AT_REST_MS)
      if (!end && event && region.current) end = beginMove(region.current, store.getState().edges.length)
    }
    return { onMove, atRest }
  }, [region, store])
  useEffect(() => {
    const { atRest } = moves
    const canvas = region.current
    // What is pressed or focused next may be a line.
    for (const type of ['pointerdown', 'keydown']) canvas?.addEventListener(type, atRest, { capture: true })
    return () => {
      for (const type of ['pointerdown', 'keydown']) canvas?.removeEventListener(type, atRest, { capture: true })
      atRest()
    }
  }, [region, moves])
  return moves.onMove
}

function beginMove(region: HTMLElement, count: number): (() => void) | null {
  const lines = region.querySelector('.react-flow__edges')
  const isPlain = lines && !lines.querySelector('.selected') && !lines.contains(document.activeElement)
  if (count < MERGED_FROM_LINES || !isPlain) return null
  const erase = drawMovingLines({ lines, className: classes.lines ?? '' })
  region.dataset.moving = ''
  return () => {
    delete region.dataset.moving
    erase()
  }
}
