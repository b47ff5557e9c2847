import { nodeSummary } from '@plimsoll/catalog'
import { NODE_MINIMUM } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { createCardLoad, NodeCard } from '../../../../shared/ui/node-card.tsx'
import { rectOf } from '../../core/placement.ts'
import type { CanvasNode } from '../../scene/graph.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { createLoadsInView } from './loads-in-view.ts'
import classes from './node.module.css'
import { Resizer } from './resizer.tsx'

/** A component on the canvas. Its water is set from outside React: ten times a second, for every node in view. */
export const Node = memo(function Card({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
  const session = useEditorSession()
  const face = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = face.current
    if (!element || !hasCapacity(node)) return
    return session.stateOf(createLoadsInView).showVisible({
      id,
      rect: () => rectOf(node),
      show: createCardLoad(element),
      picture: (isPictured) => element.toggleAttribute('data-pictured', isPictured),
    })
  }, [id, node, session.stateOf])
  return (
    <>
      <Handle type="target" position={Position.Left} className={classes.handle ?? ''} />
      <NodeCard ref={face} type={node.type} label={node.data.label} summary={nodeSummary(node.type, node.data)} />
      <Handle type="source" position={Position.Right} className={classes.handle ?? ''} />
      {selected && <Resizer id={id} minimum={NODE_MINIMUM} />}
    </>
  )
})
