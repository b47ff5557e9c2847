import { NODE_MINIMUM } from '@plimsoll/flow'
import { NodeResizer } from '@xyflow/react'
import { useDiagram } from '../../../stores/diagram.ts'
import classes from './resizer.module.css'

/** The corners and sides that a card is resized by, while it is selected alone. */
export function Resizer({ id }: { id: string }) {
  const alone = useDiagram(({ selection }) => selection.nodes.length === 1)
  return (
    <NodeResizer
      nodeId={id}
      isVisible={alone}
      minWidth={NODE_MINIMUM.width}
      minHeight={NODE_MINIMUM.height}
      handleClassName={classes.corner ?? ''}
      lineClassName={classes.side ?? ''}
    />
  )
}
