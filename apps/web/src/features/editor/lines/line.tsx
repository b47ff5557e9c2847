import { edgeKind, edgeLook } from '@plimsoll/catalog'
import { type EdgeProps, getBezierPath } from '@xyflow/react'
import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import { subscribeEdgeLoad } from '../../../stores/run.ts'
import type { LineEdge } from '../canvas/graph.ts'
import { arrowHead, HEAD_LENGTH } from './arrow-head.ts'
import classes from './line.module.css'
import { showLineLoad } from './line-load.ts'

/** A connection on the board: its kind's look, its name, an arrow, and warmer and thicker under load. */
export const Line = memo(function Line({ id, data, ...ends }: EdgeProps<LineEdge>) {
  const group = useRef<SVGGElement>(null)
  useLayoutEffect(
    () => subscribeEdgeLoad(id, (utilization) => group.current && showLineLoad(group.current, utilization)),
    [id],
  )
  if (!data) return null
  const { edge } = data
  const look = edgeLook(edge.type, edge.data)
  const { sourceX, sourceY, targetX, targetY } = ends
  const [path, nameX, nameY] = getBezierPath({
    ...ends,
    sourceX: look.bidirectional ? sourceX + HEAD_LENGTH : sourceX,
    targetX: targetX - HEAD_LENGTH,
  })
  return (
    <g
      ref={group}
      className={classes.line}
      data-tone={look.tone}
      data-highlight={look.highlight !== null || undefined}
      data-dashed={look.dashed || look.animated || undefined}
      data-animated={look.animated || undefined}
      style={{ '--width': look.width } as CSSProperties}
    >
      {look.highlight !== null && <title>{look.highlight}</title>}
      <path d={path} className={`react-flow__edge-interaction ${classes.reach}`} />
      <path d={path} className={`react-flow__edge-path ${classes.path}`} />
      <path d={arrowHead({ x: targetX, y: targetY, towards: 1, width: look.width })} className={classes.head} />
      {look.bidirectional && (
        <path d={arrowHead({ x: sourceX, y: sourceY, towards: -1, width: look.width })} className={classes.head} />
      )}
      <text x={nameX} y={nameY} className={classes.name} data-named={edge.data.label !== '' || undefined}>
        {edge.data.label || edgeKind(edge.type).label}
      </text>
    </g>
  )
})
