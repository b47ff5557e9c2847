import { useLayoutEffect, useRef } from 'react'
import { SNAP_GRID } from '../../core/editor.config.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './grid.module.css'

/** A dot stands at every second point that nodes snap to. */
const GAP = SNAP_GRID[0] * 2

/**
 * The dots of the flow, as one tile that repeats. A pan only shifts the layer by less than a gap, so nothing is painted; React
 * Flow's own background is a pattern in an SVG, painted anew in each frame.
 */
export function Grid() {
  const session = useEditorSession()
  const layer = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    let shownZoom = 0
    const follow = () => {
      const { style } = layer.current ?? {}
      if (!style) return
      const { x, y, zoom } = session.viewport.getState()
      const gap = GAP * zoom
      style.transform = `translate(${within(x, gap)}px, ${within(y, gap)}px)`
      if (zoom === shownZoom) return
      shownZoom = zoom
      style.setProperty('--gap', `${gap}px`)
    }
    follow()
    return session.viewport.subscribe(follow)
  }, [session.viewport.subscribe, session.viewport.getState])

  return <div ref={layer} className={classes.dots} data-follows-view="" aria-hidden="true" />
}

const within = (offset: number, gap: number): number => (((offset % gap) + gap) % gap) - gap
