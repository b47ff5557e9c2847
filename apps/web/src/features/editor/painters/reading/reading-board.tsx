import { nodeKindLabel } from '@plimsoll/catalog'
import { type Flow, type FlowEdge, type FlowNode, groupsOf } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import { memo, useLayoutEffect, useRef } from 'react'
import { HIGHLIGHT } from '../../../../shared/scene/edge-strokes.ts'
import { edgeStyle } from '../../../../shared/scene/edge-style.ts'
import { createCardLoad } from '../../../../shared/ui/card-load.ts'
import { NodeCard } from '../../../../shared/ui/node-card.tsx'
import { endsOf } from '../../core/edge-ends.ts'
import type { Rect } from '../../core/geometry.ts'
import { rectOf } from '../../core/placement.ts'
import type { WithRun } from '../../run/run.ts'
import { sceneEdge } from '../../scene/edge.ts'
import { sceneNode } from '../../scene/node.ts'
import { createEdgeLoad } from '../edges/edge-load.ts'
import { nameAttributes } from '../edges/name-attributes.ts'
import classes from './reading.module.css'

type Run = WithRun['run']

interface ReadingBoardProps {
  readonly flow: Flow
  readonly run: Run
  /** What is drawn of the plane. */
  readonly bounds: Rect
}

/** A whole flow to look at: its groups, connections and components, with their loads while it runs. */
export const ReadingBoard = memo(function Board({ flow, run, bounds }: ReadingBoardProps) {
  const { x, y, width, height } = bounds
  const rects = new Map(flow.nodes.map((node) => [node.id, rectOf(node)]))
  return (
    <>
      {groupsOf(flow).map((group) => (
        <div key={group.id} className={classes.group} style={placed(rectOf(group), bounds)}>
          <span>{group.label}</span>
        </div>
      ))}
      <svg className={classes.edges} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
        {flow.edges.map((edge) => {
          const [source, target] = [rects.get(edge.source), rects.get(edge.target)]
          return source && target && <Edge key={edge.id} edge={edge} source={source} target={target} run={run} />
        })}
      </svg>
      <ul aria-label="Components">
        {flow.nodes.map((node) => (
          <li
            key={node.id}
            className={classes.node}
            style={placed(rectOf(node), bounds)}
            aria-label={`${nodeKindLabel(node.type)}: ${node.data.label}`}
          >
            <Card node={node} run={run} />
          </li>
        ))}
      </ul>
    </>
  )
})

const placed = (rect: Rect, { x, y }: Rect) => ({
  left: rect.x - x,
  top: rect.y - y,
  width: rect.width,
  height: rect.height,
})

function Card({ node, run }: { node: FlowNode; run: Run }) {
  const { id, type, label, summary } = sceneNode(node)
  const face = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (face.current && hasCapacity(node)) return run.subscribeNodeLoad(id, createCardLoad(face.current))
  }, [id, node, run])
  return <NodeCard ref={face} type={type} label={label} summary={summary} />
}

interface EdgeLineProps {
  readonly edge: FlowEdge
  readonly source: Rect
  readonly target: Rect
  readonly run: Run
}

function Edge({ edge, source, target, run }: EdgeLineProps) {
  const { id, look, path, heads, dashes, name } = sceneEdge(edge, endsOf(source, target))
  const load = useRef<SVGPathElement>(null)
  const { width } = look
  useLayoutEffect(() => {
    if (load.current) return run.subscribeEdgeLoad(id, createEdgeLoad(load.current, { width }))
  }, [id, width, run])
  const { color, width: stroke } = edgeStyle(look)
  return (
    <g fill="none">
      {look.highlight !== null && (
        <path
          d={path}
          stroke={`var(${HIGHLIGHT.color})`}
          strokeOpacity={HIGHLIGHT.opacity}
          strokeWidth={HIGHLIGHT.width}
        />
      )}
      <path ref={load} d={path} data-edge-load="" />
      <path d={path} stroke={`var(${color})`} strokeWidth={stroke} strokeDasharray={dashes.join(' ') || undefined} />
      <path d={heads} fill={`var(${color})`} />
      <text className={classes.name} {...nameAttributes(name)}>
        {name.text}
      </text>
    </g>
  )
}
