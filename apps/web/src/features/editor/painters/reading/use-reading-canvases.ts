import type { Flow } from '@plimsoll/flow'
import { useEffect, useRef } from 'react'
import type { StoreApi } from 'zustand'
import { useColorScheme } from '../../../../shared/theme/color-scheme.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import { withPart } from '../../ui/with-part.ts'
import { renderDots } from '../dots/dots-renderer.ts'
import { dotsOfReading } from './reading-dots.ts'

/** Among more components the water steps: easing it would cost every frame. */
export const CROWDED = 200
/** More components are painted on a canvas: as many elements would take the browser seconds. */
export const MOST_CARDS = 500

interface ReadingCanvases {
  readonly flow: Flow
  readonly run: WithRun['run']
  readonly viewport: StoreApi<SizedViewport>
  /** Whether motion is unwanted. */
  readonly isStill: boolean
}

/** Draws the dots of the run, and a flow that has too many components for elements, on the canvases that get the refs. */
export function useReadingCanvases({ flow, run, viewport, isStill }: ReadingCanvases) {
  const dots = useRef<HTMLCanvasElement>(null)
  const picture = useRef<HTMLCanvasElement>(null)
  const scheme = useColorScheme((state) => state.scheme)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme means other colours
  useEffect(() => {
    if (!dots.current || isStill) return
    return renderDots(dotsOfReading(flow, run, viewport), { canvas: dots.current, isStill })
  }, [flow, run, viewport, isStill, scheme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme means other colours
  useEffect(() => {
    const canvas = picture.current
    if (!canvas) return
    let end = () => {}
    let isOver = false
    // Few flows are so large: that code is loaded for those.
    void withPart(import('./reading-picture.ts'), ({ drawReadingPicture }) => {
      if (!isOver) end = drawReadingPicture({ canvas, flow, run, viewport })
    })
    return () => {
      isOver = true
      end()
    }
  }, [flow, run, viewport, scheme])

  return { dots, picture }
}
