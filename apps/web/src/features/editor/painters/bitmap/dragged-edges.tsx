import { ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { endsOf } from '../../core/edge-ends.ts'
import { rectOf } from '../../core/placement.ts'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { Edge } from '../edges/edge.tsx'
import { GuideLines } from '../guides/guides.tsx'
import classes from './bitmap.module.css'
import { LayerSheet } from './layer-sheet.tsx'

/**
 * The edges of what is carried past the canvas library: under the nodes and over the groups, or with what is lifted over the nodes. Then the
 * guides are with them: apart they would be one more layer as large as the canvas.
 */
export function DraggedEdges() {
  const session = useEditorSession()
  const { at, isLifted } = useStore(session.directDrag)
  const flow = useDocument((state) => state.flow)
  const nodes = useMemo(() => new Map(flow.nodes.map((node) => [node.id, node])), [flow])
  if (at.size === 0) return null
  const endOf = (id: string) => {
    const node = nodes.get(id)
    return node && rectOf({ ...node, position: at.get(id) ?? node.position })
  }
  return (
    <ViewportPortal>
      <svg className={classes.carried} aria-hidden="true">
        {isLifted && <LayerSheet />}
        {isLifted && <GuideLines />}
        {flow.edges.map((edge) => {
          if (!at.has(edge.source) && !at.has(edge.target)) return null
          const [source, target] = [endOf(edge.source), endOf(edge.target)]
          if (!source || !target) return null
          const { from, to } = endsOf(source, target)
          return (
            <Edge
              key={edge.id}
              id={edge.id}
              data={{ edge }}
              sourceX={from.x}
              sourceY={from.y}
              targetX={to.x}
              targetY={to.y}
            />
          )
        })}
      </svg>
    </ViewportPortal>
  )
}
