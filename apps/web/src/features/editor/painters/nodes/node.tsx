import { NODE_MINIMUM } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { createCardLoad } from '../../../../shared/ui/card-load.ts'
import { NodeCard } from '../../../../shared/ui/node-card.tsx'
import type { CanvasNode } from '../../scene/graph.ts'
import { sceneNode } from '../../scene/node.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { createLoadsInView } from './loads-in-view.ts'
import classes from './node.module.css'
import { createNodeFigures } from './node-figures.ts'
import { Resizer } from './resizer.tsx'

/** Dots of requests that wait; beyond these the number alone grows. */
const MOST_IN_PILE = 12

/** A component on the canvas. Its water is set from outside React: ten times a second, for every node in view. */
export const Node = memo(function Card({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
  const session = useEditorSession()
  const { type, label, summary } = sceneNode(node)
  const face = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = face.current
    if (!element || !hasCapacity(node)) return
    return session.stateOf(createLoadsInView).showVisible({
      id,
      rect: () => sceneNode(node).rect,
      show: createCardLoad(element),
      picture: (isPictured) => element.toggleAttribute('data-pictured', isPictured),
    })
  }, [id, node, session.stateOf])
  const pile = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const line = face.current?.querySelector('[data-figures]')
    return session.stateOf(createNodeFigures)(id, (figures) => {
      const [text, waiting] = [figures?.text ?? '', figures?.waiting ?? 0]
      if (line && line.textContent !== text) line.textContent = text
      if (!pile.current) return
      pile.current.style.setProperty('--dots', String(Math.min(MOST_IN_PILE, waiting)))
      pile.current.textContent = waiting > 0 ? String(waiting) : ''
    })
  }, [id, session.stateOf])
  return (
    <>
      <span ref={pile} className={classes.pile} aria-hidden="true" />
      <Handle type="target" position={Position.Left} className={classes.handle ?? ''} />
      <NodeCard ref={face} type={type} label={label} summary={summary} />
      <Handle type="source" position={Position.Right} className={classes.handle ?? ''} />
      {selected && <Resizer id={id} minimum={NODE_MINIMUM} />}
    </>
  )
})
