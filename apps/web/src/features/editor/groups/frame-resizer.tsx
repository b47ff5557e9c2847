import { GROUP_MINIMUM } from '@plimsoll/flow'
import { NodeResizer } from '@xyflow/react'
import { useDiagram } from '../../../stores/diagram.ts'
import classes from '../cards/resizer.module.css'

/** The corners and sides that a group is resized by, while it is selected alone. */
export function FrameResizer({ id }: { id: string }) {
  const alone = useDiagram(({ selection }) => selection.groups.length + selection.nodes.length === 1)
  return (
    <NodeResizer
      nodeId={id}
      isVisible={alone}
      minWidth={GROUP_MINIMUM.width}
      minHeight={GROUP_MINIMUM.height}
      handleClassName={classes.corner ?? ''}
      lineClassName={classes.side ?? ''}
    />
  )
}
