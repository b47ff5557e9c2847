import { useElementSize, useMergedRef, useReducedMotion } from '@mantine/hooks'
import type { Flow } from '@plimsoll/flow'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore } from 'zustand'
import { counted } from '../../../../shared/text/counted.ts'
import buttons from '../../../../shared/ui/icon-button.module.css'
import { flowBounds } from '../../core/flow-bounds.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import classes from './reading.module.css'
import { ReadingBoard } from './reading-board.tsx'
import { CROWDED, MOST_CARDS, useReadingCanvases } from './use-reading-canvases.ts'
import { useReadingGestures } from './use-reading-gestures.ts'
import { useReadingZoom } from './use-reading-zoom.ts'

interface ReadingViewProps {
  readonly flow: Flow
  readonly run: WithRun['run']
}

/** A flow that can be looked at from near and far, scrolled by touch, wheel and key, and changed by nothing. */
export function ReadingView({ flow, run }: ReadingViewProps) {
  const { ref: sized, width, height } = useElementSize()
  const frame = useRef<HTMLElement>(null)
  // The same at each render: a ref that is another one is observed anew, which tells a size and renders again.
  const frameRef = useMergedRef(frame, sized)
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false })
  const bounds = useMemo(() => flowBounds(flow), [flow])
  const { scale, zoomAt, zoomIn, zoomOut, fitAll } = useReadingZoom({ frame, flow, bounds, width, height })
  useReadingGestures(frame, zoomAt)
  const shown = { width: bounds.width * scale, height: bounds.height * scale }
  const [viewport] = useState(() => createStore<SizedViewport>()(() => ({ x: 0, y: 0, zoom: 0, width: 0, height: 0 })))
  const isLarge = flow.nodes.length > MOST_CARDS
  const { dots, picture } = useReadingCanvases({ flow, run, viewport, isStill })

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const place = () => {
      viewport.setState({
        x: Math.max(0, (element.clientWidth - shown.width) / 2) - element.scrollLeft - bounds.x * scale,
        y: Math.max(0, (element.clientHeight - shown.height) / 2) - element.scrollTop - bounds.y * scale,
        zoom: scale,
        // With the scroll bars: the canvas lies over them.
        width: element.offsetWidth,
        height: element.offsetHeight,
      })
    }
    place()
    element.addEventListener('scroll', place, { passive: true })
    return () => element.removeEventListener('scroll', place)
  })

  return (
    <div className={classes.view}>
      <section
        ref={frameRef}
        className={classes.frame}
        aria-label="Canvas"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
      >
        <div className={classes.stage} style={shown}>
          <div
            className={classes.board}
            data-testid="reading-board"
            data-crowded={flow.nodes.length > CROWDED || undefined}
            style={{ width: bounds.width, height: bounds.height, transform: `scale(${scale})` }}
          >
            {scale > 0 && !isLarge && <ReadingBoard flow={flow} run={run} bounds={bounds} />}
          </div>
        </div>
      </section>
      {isLarge && (
        <canvas
          ref={picture}
          className={classes.over}
          role="img"
          aria-label={`${counted(flow.nodes.length, 'component')} and ${counted(flow.edges.length, 'connection')}`}
        />
      )}
      <canvas ref={dots} className={classes.over} data-testid="dots" />
      <div className={classes.zoom} role="toolbar" aria-label="Zoom">
        <button type="button" className={buttons.small} aria-label="Zoom out" onClick={zoomOut}>
          <Minus size={16} />
        </button>
        <button type="button" className={buttons.small} aria-label="Zoom in" onClick={zoomIn}>
          <Plus size={16} />
        </button>
        <button type="button" className={buttons.small} aria-label="Fit view" onClick={fitAll}>
          <Maximize size={16} />
        </button>
      </div>
    </div>
  )
}
