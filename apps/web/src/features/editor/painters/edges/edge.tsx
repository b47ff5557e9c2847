import type { EdgeProps } from '@xyflow/react'
import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import { HIGHLIGHT } from '../../../../shared/scene/edge-strokes.ts'
import { edgeStyle } from '../../../../shared/scene/edge-style.ts'
import { sceneEdge } from '../../scene/edge.ts'
import type { CanvasEdge } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { EdgeCommentMark } from '../comments/comment-mark.tsx'
import classes from './edge.module.css'
import { createEdgeLoad } from './edge-load.ts'
import { nameAttributes } from './name-attributes.ts'

type EdgeLineProps = Pick<EdgeProps<CanvasEdge>, 'id' | 'sourceX' | 'sourceY' | 'targetX' | 'targetY'> & {
  readonly data: NonNullable<CanvasEdge['data']>
}

/** How broad the stroke is that an edge is pressed by, in px. */
const REACH = 20

/** A connection on the canvas: its kind's look, its name, an arrow, and its load below it. */
export const Edge = memo(function Line({ id, data: { edge }, sourceX, sourceY, targetX, targetY }: EdgeLineProps) {
  const ends = { from: { x: sourceX, y: sourceY }, to: { x: targetX, y: targetY } }
  const { look, path, heads, dashes, name } = sceneEdge(edge, ends)
  const load = useLoad(id, look.width)
  const isHighlighted = look.highlight !== null
  return (
    <g
      className={classes.line}
      style={{ '--color': `var(${edgeStyle(look).color})` } as CSSProperties}
      data-highlight={isHighlighted || undefined}
      data-animated={look.animated || undefined}
    >
      {isHighlighted && <title>{look.highlight}</title>}
      <path
        d={path}
        className={`react-flow__edge-interaction ${classes.reach}`}
        // Not painted, not even transparently; pressed nevertheless.
        stroke={isHighlighted ? `var(${HIGHLIGHT.color})` : 'none'}
        strokeOpacity={isHighlighted ? HIGHLIGHT.opacity : 1}
        strokeWidth={isHighlighted ? HIGHLIGHT.width : REACH}
      />
      <path d={path} className={classes.between} />
      <path ref={load} d={path} className={classes.load} data-edge-load="" />
      <path
        d={path}
        className={`react-flow__edge-path ${classes.path}`}
        style={{ strokeWidth: edgeStyle(look).width }}
        strokeDasharray={dashes.join(' ') || undefined}
      />
      <path d={heads} className={classes.head} />
      <text className={classes.name} {...nameAttributes(name)}>
        {name.text}
      </text>
      <EdgeCommentMark id={id} x={name.x} y={name.y} />
    </g>
  )
})

/** Has the stroke below a connection drawn by its load, past React. */
function useLoad(id: string, width: number) {
  const { run } = useEditorSession()
  const stroke = useRef<SVGPathElement>(null)
  useLayoutEffect(() => {
    if (stroke.current) return run.subscribeEdgeLoad(id, createEdgeLoad(stroke.current, { width }))
  }, [id, width, run.subscribeEdgeLoad])
  return stroke
}
