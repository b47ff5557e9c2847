import type { Position } from '@plimsoll/flow'
import { type RefObject, useEffect, useRef } from 'react'

/** Of a wheel that is turned with Ctrl, or of two fingers on a touchpad, which tell it as that: the zoom for each pixel. */
const ZOOM_OF_WHEEL = 0.01

type ZoomAt = (factor: number, from: Position, to?: Position) => void

/** Two fingers and the wheel with Ctrl zoom what is in the frame, and the mouse drags it. One finger and the wheel scroll as everywhere. */
export function useReadingGestures(frame: RefObject<HTMLElement | null>, zoomAt: ZoomAt): void {
  const act = useRef(zoomAt)
  useEffect(() => {
    act.current = zoomAt
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const ends = new AbortController()
    const { signal } = ends
    let fingers: Fingers | null = null

    const within = ({ clientX, clientY }: Pick<Touch, 'clientX' | 'clientY'>): Position => {
      const { left, top } = element.getBoundingClientRect()
      return { x: clientX - left, y: clientY - top }
    }
    const fingersOf = ({ touches: [one, other, ...more] }: TouchEvent): Fingers | null => {
      if (!one || !other || more.length > 0) return null
      const [a, b] = [within(one), within(other)]
      return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) }
    }
    const onTouch = (event: TouchEvent) => {
      const before = fingers
      fingers = fingersOf(event)
      if (fingers && event.cancelable) event.preventDefault()
      if (before && fingers && before.apart > 0 && event.type === 'touchmove')
        act.current(fingers.apart / before.apart, before.middle, fingers.middle)
    }
    for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      element.addEventListener(type, onTouch, { passive: false, signal })

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      act.current(Math.exp(-event.deltaY * ZOOM_OF_WHEEL), within(event))
    }
    element.addEventListener('wheel', onWheel, { passive: false, signal })

    const onDrag = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.buttons === 1 && element.hasPointerCapture(event.pointerId))
        element.scrollBy(-event.movementX, -event.movementY)
    }
    const onPress = (event: PointerEvent) => {
      const { x, y } = within(event)
      const isOnScrollBar = x >= element.clientWidth || y >= element.clientHeight
      if (event.pointerType === 'mouse' && event.button === 0 && !isOnScrollBar)
        element.setPointerCapture(event.pointerId)
    }
    element.addEventListener('pointerdown', onPress, { signal })
    element.addEventListener('pointermove', onDrag, { signal })
    return () => ends.abort()
  }, [frame])
}

interface Fingers {
  readonly middle: Position
  /** Pixels. */
  readonly apart: number
}
