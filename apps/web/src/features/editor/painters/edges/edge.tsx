import type { EdgeLook } from '@plimsoll/catalog'
import type { EdgeProps } from '@xyflow/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { HIGHLIGHT } from '../../../../shared/scene/edge-strokes.ts'
import { sceneEdge } from '../../scene/edge.ts'
import type { CanvasEdge } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './edge.module.css'
import { createEdgeLoad } from './edge-load.ts'

type EdgeLineProps = Pick<EdgeProps<CanvasEdge>, 'id' | 'sourceX' | 'sourceY' | 'targetX' | 'targetY'> & {
  readonly data: NonNullable<CanvasEdge['data']>
}

/** How broad the stroke is that an edge is pressed by, in px. */
const REACH = 20

/** A connection on the canvas: its kind's look, its name, an arrow, and warmer and thicker under load. */
export const Edge = memo(function Line({ id, data: { edge }, sourceX, sourceY, targetX, targetY }: EdgeLineProps) {
  const ends = { from: { x: sourceX, y: sourceY }, to: { x: targetX, y: targetY } }
  const { look, path, heads, dashes, name } = sceneEdge(edge, ends)
  const elements = useLoad(id, look)
  const isHighlighted = look.highlight !== null
  return (
    <g
      ref={elements.group}
      className={classes.line}
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
      <path
        ref={elements.path}
        d={path}
        className={`react-flow__edge-path ${classes.path}`}
        strokeDasharray={dashes.join(' ') || undefined}
      />
      <path d={heads} className={classes.head} />
      <text
        x={name.x}
        y={name.y}
        className={classes.name}
        fontSize={name.size}
        textAnchor={name.anchor}
        fill={`var(${name.color})`}
        stroke={name.halo && `var(${name.halo.color})`}
        strokeWidth={name.halo?.width}
      >
        {name.text}
      </text>
    </g>
  )
})

/** Has the connection drawn by its load, past React. */
function useLoad(id: string, look: EdgeLook) {
  const session = useEditorSession()
  const group = useRef<SVGGElement>(null)
  const path = useRef<SVGPathElement>(null)
  const { tone, width } = look
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the look these two are shown.
  useLayoutEffect(() => {
    if (!group.current || !path.current) return
    return session.run.subscribeEdgeLoad(id, createEdgeLoad({ group: group.current, path: path.current, look }))
  }, [id, tone, width, session.run.subscribeEdgeLoad])
  return { group, path }
}
