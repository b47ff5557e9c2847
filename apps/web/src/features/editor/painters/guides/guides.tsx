import { ViewportPortal } from '@xyflow/react'
import { useStore } from 'zustand'
import type { GuideMark } from '../../core/guides.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './guides.module.css'

/** Half the length of the strokes at the ends of a gap, in canvas pixels. */
const TICK = 5

/** The lines that show what a dragged node is level with, and which gaps are equal. */
export function Guides() {
  const session = useEditorSession()
  const isNeeded = useStore(session.guides, (state) => state.marks.length > 0)
  const isDrawnWithEdges = useStore(session.directDrag, ({ at, isLifted }) => isLifted && at.size > 0)
  if (!isNeeded || isDrawnWithEdges) return null
  return (
    <ViewportPortal>
      <svg className={classes.guides} aria-hidden="true">
        <GuideLines />
      </svg>
    </ViewportPortal>
  )
}

export function GuideLines() {
  const session = useEditorSession()
  const marks = useStore(session.guides, (state) => state.marks)
  return <path className={classes.lines} d={marks.map(pathOf).join('')} />
}

function pathOf({ sort, axis, at, from, to }: GuideMark): string {
  if (sort === 'level') return axis === 'x' ? `M${at},${from}V${to}` : `M${from},${at}H${to}`
  if (axis === 'x') return `M${from},${at - TICK}v${2 * TICK}M${to},${at - TICK}v${2 * TICK}M${from},${at}H${to}`
  return `M${at - TICK},${from}h${2 * TICK}M${at - TICK},${to}h${2 * TICK}M${at},${from}V${to}`
}
