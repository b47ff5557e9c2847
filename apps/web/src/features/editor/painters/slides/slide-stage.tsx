import type { Flow, FlowSlide } from '@plimsoll/flow'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore } from 'zustand'
import { counted } from '../../../../shared/text/counted.ts'
import { flowBounds } from '../../core/flow-bounds.ts'
import { slideRect, viewportBetween, viewportOn } from '../../core/slide-view.ts'
import type { SizedViewport } from '../../core/viewport.ts'
import type { WithRun } from '../../run/run.ts'
import reading from '../reading/reading.module.css'
import { ReadingBoard } from '../reading/reading-board.tsx'
import { CROWDED, MOST_CARDS, useReadingCanvases } from '../reading/use-reading-canvases.ts'
import classes from './slide-show.module.css'

/** Of the flight from one slide to the next, in ms. */
const FLIGHT_MS = 450

interface SlideStageProps {
  readonly flow: Flow
  readonly run: WithRun['run']
  readonly slide: FlowSlide
  /** Whether motion is unwanted: then one slide takes the place of the other. */
  readonly isStill: boolean
}

/** What a slide shows of a flow, with its run. */
export function SlideStage({ flow, run, slide, isStill }: SlideStageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const bounds = useMemo(() => flowBounds(flow), [flow])
  const [viewport] = useState(() => createStore<SizedViewport>()(() => ({ x: 0, y: 0, zoom: 0, width: 0, height: 0 })))
  const { x, y, width: wide, height: high } = slideRect(flow, slide)
  const isLarge = flow.nodes.length > MOST_CARDS
  const { dots, picture } = useReadingCanvases({ flow, run, viewport, isStill })

  useLayoutEffect(() => {
    const place = ({ x, y, zoom }: SizedViewport) => {
      const style = board.current?.style
      if (style) style.transform = `translate(${x + bounds.x * zoom}px,${y + bounds.y * zoom}px) scale(${zoom})`
    }
    place(viewport.getState())
    return viewport.subscribe(place)
  }, [viewport, bounds])

  // The size is read before the slide is painted: with another text beside it the stage has another one.
  useLayoutEffect(() => {
    const stage = frame.current
    if (!stage) return
    let request = 0
    const place = (isFlight: boolean) => {
      cancelAnimationFrame(request)
      const { clientWidth: width, clientHeight: height } = stage
      if (width === 0) return
      const to = viewportOn({ x, y, width: wide, height: high }, { width, height })
      const from = viewport.getState()
      const began = performance.now()
      const fly = (now: number) => {
        const passed = isFlight ? Math.min(1, Math.max(0, now - began) / FLIGHT_MS) : 1
        viewport.setState(viewportBetween(from, to, eased(passed)))
        if (passed < 1) request = requestAnimationFrame(fly)
      }
      fly(began)
    }
    const follow = new ResizeObserver(() => {
      const { width, height } = viewport.getState()
      if (width !== stage.clientWidth || height !== stage.clientHeight) place(false)
    })
    place(!isStill && viewport.getState().zoom > 0)
    follow.observe(stage)
    return () => {
      follow.disconnect()
      cancelAnimationFrame(request)
    }
  }, [viewport, isStill, x, y, wide, high])

  return (
    <div ref={frame} className={classes.stage}>
      <div
        ref={board}
        className={reading.board}
        data-testid="slide-board"
        data-crowded={flow.nodes.length > CROWDED || undefined}
        style={{ width: bounds.width, height: bounds.height }}
      >
        {!isLarge && <ReadingBoard flow={flow} run={run} bounds={bounds} />}
      </div>
      {isLarge && (
        <canvas
          ref={picture}
          className={reading.over}
          role="img"
          aria-label={`${counted(flow.nodes.length, 'component')} and ${counted(flow.edges.length, 'connection')}`}
        />
      )}
      <canvas ref={dots} className={reading.over} />
    </div>
  )
}

const eased = (passed: number): number => passed * passed * (3 - 2 * passed)
