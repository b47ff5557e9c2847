import { edgeLook } from '@plimsoll/catalog'
import type { EdgeProps } from '@xyflow/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { arrowHead } from '../../scene/arrow-head.ts'
import { edgeShape, edgeText } from '../../scene/edge-shape.ts'
import type { CanvasEdge } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import classes from './edge.module.css'
import { createEdgeLoad } from './edge-load.ts'

type EdgeLineProps = Parameters<typeof edgeShape>[0] &
  Pick<EdgeProps<CanvasEdge>, 'id'> & { readonly data: NonNullable<CanvasEdge['data']> }

/** A connection on the canvas: its kind's look, its name, an arrow, and warmer and thicker under load. */
export const Edge = memo(function Line({ id, data: { edge }, ...ends }: EdgeLineProps) {
  const look = edgeLook(edge.type, edge.data)
  const { group, path } = useLoad(id, look.width)
  const { sourceX, sourceY, targetX, targetY } = ends
  const { curve, nameX, nameY } = edgeShape(ends, look)
  return (
    <g
      ref={group}
      className={classes.line}
      data-tone={look.tone}
      data-highlight={look.highlight !== null || undefined}
      data-dashed={look.dashed || look.animated || undefined}
      data-animated={look.animated || undefined}
    >
      {look.highlight !== null && <title>{look.highlight}</title>}
      <path d={curve} className={`react-flow__edge-interaction ${classes.reach}`} />
      <path ref={path} d={curve} className={`react-flow__edge-path ${classes.path}`} />
      <path d={arrowHead({ x: targetX, y: targetY, towards: 1, width: look.width })} className={classes.head} />
      {look.bidirectional && (
        <path d={arrowHead({ x: sourceX, y: sourceY, towards: -1, width: look.width })} className={classes.head} />
      )}
      <text x={nameX} y={nameY} className={classes.name} data-named={edge.data.label !== '' || undefined}>
        {edgeText(edge)}
      </text>
    </g>
  )
})

/** Follows the connection's load past React; at rest the path has its kind's width. */
function useLoad(id: string, width: number) {
  const session = useEditorSession()
  const group = useRef<SVGGElement>(null)
  const path = useRef<SVGPathElement>(null)
  useLayoutEffect(() => {
    if (!group.current || !path.current) return
    return session.run.subscribeEdgeLoad(id, createEdgeLoad({ group: group.current, path: path.current, width }))
  }, [id, width, session.run.subscribeEdgeLoad])
  return { group, path }
}
