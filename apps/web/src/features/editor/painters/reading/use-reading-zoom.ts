import type { Flow, Position } from '@plimsoll/flow'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Rect } from '../../core/geometry.ts'
import { startScroll, startZoom } from '../../core/reading-start.ts'

const ZOOM = { least: 0.02, most: 2, step: 1.25 } as const

interface ReadingZoomOptions {
  readonly frame: RefObject<HTMLElement | null>
  readonly flow: Flow
  readonly bounds: Rect
  /** Of the frame. 0 until it is known. */
  readonly width: number
  readonly height: number
}

/** How large a flow is drawn that is looked at, and what changes that. */
export function useReadingZoom({ frame, flow, bounds, width, height }: ReadingZoomOptions) {
  const [zoom, setZoom] = useState<number | 'start' | 'all'>('start')
  const fitting = width === 0 ? 0 : Math.max(ZOOM.least, Math.min(1, width / bounds.width, height / bounds.height))
  const isFitted = zoom === 'all' || fitting === 0
  const scale = typeof zoom === 'number' ? zoom : isFitted ? fitting : startZoom(width, fitting)

  const isStart = zoom === 'start' && scale > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a flow that grows while one looks at it stays where it is
  useLayoutEffect(() => {
    if (!isStart || !frame.current) return
    const { x, y } = startScroll(flow, bounds, { zoom: scale, height })
    frame.current.scrollTo(x, y)
  }, [isStart, scale])

  /** Zooms by a factor. What of the flow is at the one point of the frame is at the other one then. */
  const zoomAt = (factor: number, from: Position, to = from) => {
    const element = frame.current
    if (!element || scale === 0) return
    const next = Math.min(ZOOM.most, Math.max(ZOOM.least, scale * factor))
    const { clientWidth, clientHeight } = element
    const left = scrolled(from.x + element.scrollLeft, to.x, { frame: clientWidth, flow: bounds.width, scale, next })
    const top = scrolled(from.y + element.scrollTop, to.y, { frame: clientHeight, flow: bounds.height, scale, next })
    // There and then: fingers that move on meanwhile ask for the next step.
    flushSync(() => setZoom(next))
    element.scrollTo(left, top)
  }
  const zoomBy = (factor: number) => zoomAt(factor, { x: width / 2, y: height / 2 })

  return {
    scale,
    zoomAt,
    zoomIn: () => zoomBy(ZOOM.step),
    zoomOut: () => zoomBy(1 / ZOOM.step),
    fitAll: () => setZoom('all'),
  }
}

interface Lengths {
  readonly frame: number
  readonly flow: number
  readonly scale: number
  readonly next: number
}

/** How far to scroll so that what is `at` so many pixels from where the scrolled part begins lies at `to` in the frame, along one axis. */
function scrolled(at: number, to: number, { frame, flow, scale, next }: Lengths): number {
  // A flow that is smaller than the frame lies in its middle.
  const free = (zoom: number) => Math.max(0, (frame - flow * zoom) / 2)
  return ((at - free(scale)) * next) / scale + free(next) - to
}
