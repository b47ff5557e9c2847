import { NodeResizer } from '@xyflow/react'
import { useDocument } from '../../session/use-editor-session.ts'
import classes from './resizer.module.css'

interface ResizerProps {
  readonly id: string
  readonly minimum: { readonly width: number; readonly height: number }
}

/** The corners and sides that a node or a group is resized by, while it is selected alone. */
export function Resizer({ id, minimum }: ResizerProps) {
  const alone = useDocument(({ selection }) => selection.nodes.length + selection.groups.length === 1)
  return (
    <NodeResizer
      nodeId={id}
      isVisible={alone}
      minWidth={minimum.width}
      minHeight={minimum.height}
      handleClassName={classes.corner ?? ''}
      lineClassName={classes.side ?? ''}
    />
  )
}
