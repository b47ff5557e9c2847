import { type PointerEvent, useEffect, useState } from 'react'

interface Drag {
  readonly pointer: number
  /** Where on the track it began, and where it is: shares of its width. */
  readonly from: number
  readonly to: number
}

interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

/** A drag along a track. `onEnd` hears of it when the pointer is released; Escape gives it up. */
export function useDrag(onEnd: (from: number, to: number) => void): {
  readonly drag: Pick<Drag, 'from' | 'to'> | null
  readonly handlers: DragHandlers
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDrag(null)
    }
    window.addEventListener('keydown', giveUp, { capture: true })
    return () => window.removeEventListener('keydown', giveUp, { capture: true })
  }, [isDragging])

  const handlers: DragHandlers = {
    onPointerDown: (event) => {
      if (event.button !== 0 || isDragging) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const share = shareOf(event)
      setDrag({ pointer: event.pointerId, from: share, to: share })
    },
    onPointerMove: (event) => {
      if (drag?.pointer === event.pointerId) setDrag({ ...drag, to: shareOf(event) })
    },
    onPointerUp: (event) => {
      if (drag?.pointer !== event.pointerId) return
      setDrag(null)
      onEnd(drag.from, shareOf(event))
    },
    onPointerCancel: () => setDrag(null),
  }
  return { drag, handlers }
}

/** Where the pointer is on the track that the element is on. */
function shareOf({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  const track = currentTarget.closest('[data-track]') ?? currentTarget
  const { left, width } = track.getBoundingClientRect()
  return (clientX - left) / width
}
