import { useLayoutEffect, useRef } from 'react'
import { VIEWPORT_AT_REST_MS } from '../../core/editor.config.ts'
import { GRID_GAP } from '../../scene/grid.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './grid.module.css'

/** A layer that is scaled by less does not cover the canvas, and by more its dots are blurred. */
const LEAST_SCALE = 0.7
const MOST_SCALE = 2

/**
 * The dots of the flow, as one tile that repeats. A pan only shifts the layer by less than a gap, and a zoom scales it, so nothing is
 * painted until the viewport is at rest: painting the tiles takes longer than all nodes and edges of a flow of 100. React Flow's own
 * background is a pattern in an SVG, painted anew in each frame. While the edges are one bitmap, the dots are in it.
 */
export function Grid() {
  const session = useEditorSession()
  const layer = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    let paintedZoom = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const place = () => {
      const { x, y, zoom } = session.viewport.getState()
      const gap = GRID_GAP * zoom
      if (layer.current)
        layer.current.style.transform = `translate(${within(x, gap)}px, ${within(y, gap)}px) scale(${zoom / paintedZoom})`
    }
    const paint = () => {
      paintedZoom = session.viewport.getState().zoom
      layer.current?.style.setProperty('--gap', `${GRID_GAP * paintedZoom}px`)
      place()
    }
    paint()
    const unsubscribe = session.viewport.subscribe(({ zoom }, before) => {
      const scale = zoom / paintedZoom
      if (zoom !== before.zoom) {
        clearTimeout(timer)
        timer = setTimeout(paint, VIEWPORT_AT_REST_MS)
      }
      if (scale < LEAST_SCALE || scale > MOST_SCALE) paint()
      else place()
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [session.viewport.subscribe, session.viewport.getState])

  return <div ref={layer} className={classes.dots} data-follows-view="" aria-hidden="true" />
}

const within = (offset: number, gap: number): number => (((offset % gap) + gap) % gap) - gap
