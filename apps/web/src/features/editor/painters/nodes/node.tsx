import { NODE_MINIMUM } from '@plimsoll/flow'
import { hasCapacity } from '@plimsoll/live-engine'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo, useLayoutEffect, useRef } from 'react'
import { createCardLoad } from '../../../../shared/ui/card-load.ts'
import { NodeCard } from '../../../../shared/ui/node-card.tsx'
import { SMALL_NODE } from '../../core/editor.config.ts'
import type { CanvasNode } from '../../scene/graph.ts'
import { sceneNode } from '../../scene/node.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { NodeCommentMark } from '../comments/comment-mark.tsx'
import { createLoadsInView } from './loads-in-view.ts'
import classes from './node.module.css'
import { createNodeFigures } from './node-figures.ts'
import { createPile } from './pile.ts'
import { Resizer } from './resizer.tsx'

/** A component on the canvas. Its water is set from outside React: four times a second, for every node in view. */
export const Node = memo(function Card({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
  const session = useEditorSession()
  const { type, label, summary, rect } = sceneNode(node)
  const isSmall = rect.width < SMALL_NODE.width || rect.height < SMALL_NODE.height
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
    // Another text node would have the browser ask anew which cards have figures.
    const line = document.createTextNode('')
    face.current?.querySelector('[data-figures]')?.replaceChildren(line)
    const showPile = pile.current && createPile(pile.current)
    return session.stateOf(createNodeFigures)(id, {
      rect: () => sceneNode(node).rect,
      show: (figures) => {
        const text = figures?.text ?? ''
        const isNew = line.data !== text
        if (isNew) line.data = text
        const isPileNew = showPile?.(figures?.waiting ?? 0) ?? false
        return isNew || isPileNew
      },
    })
  }, [id, node, session.stateOf])
  return (
    <>
      <span ref={pile} className={classes.pile} data-pile="" aria-hidden="true" />
      <Handle type="target" position={Position.Left} className={classes.handle ?? ''} />
      <NodeCard ref={face} type={type} label={label} summary={summary} isSmall={isSmall} />
      <Handle type="source" position={Position.Right} className={classes.handle ?? ''} />
      <NodeCommentMark id={id} />
      {selected && <Resizer id={id} minimum={NODE_MINIMUM} />}
    </>
  )
})
