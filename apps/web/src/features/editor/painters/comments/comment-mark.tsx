import { type MouseEvent, memo } from 'react'
import { useStore } from 'zustand'
import { commentMark } from '../../scene/comment-mark.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { createComments, showComments } from '../../state/comments.ts'
import { selectElement } from '../../ui/element-names.ts'
import { PictureElement } from '../../ui/picture/picture-element.tsx'
import { PAGE_COLOURS } from '../../ui/picture/shape-colours.ts'
import classes from './comment-mark.module.css'

interface MarkProps {
  readonly of: 'node' | 'edge'
  readonly id: string
}

/** How many threads an element has, as a mark beside the corner of a node; a press shows them. */
export const NodeCommentMark = memo(function NodeMark({ id }: Pick<MarkProps, 'id'>) {
  const mark = useMark({ of: 'node', id })
  if (mark === null) return null
  const { width, height, label, content, ...props } = mark
  return (
    <svg className={`${classes.onNode} nodrag nopan`} width={width} height={height} {...props}>
      <title>{label}</title>
      {content}
    </svg>
  )
})

interface EdgeMarkProps extends Pick<MarkProps, 'id'> {
  /** Where the name of the edge stands. */
  readonly x: number
  readonly y: number
}

/** Between a name and the mark over it, from baseline to upper end, in px. */
const OVER_NAME = 38

/** The same above the name of an edge. */
export const EdgeCommentMark = memo(function EdgeMark({ id, x, y }: EdgeMarkProps) {
  const mark = useMark({ of: 'edge', id })
  if (mark === null) return null
  const { width, height: _, label, content, ...props } = mark
  return (
    <g className={`${classes.mark} nopan`} transform={`translate(${x - width / 2} ${y - OVER_NAME})`} {...props}>
      <title>{label}</title>
      <g className={classes.onEdge}>{content}</g>
    </g>
  )
})

/** What is drawn for an element; null where no open thread is about it. By keyboard its threads are reached by the command. */
function useMark({ of, id }: MarkProps) {
  const session = useEditorSession()
  const count = useStore(session.stateOf(createComments), ({ counts }) => counts.get(id) ?? 0)
  if (count === 0) return null
  const { shapes, ...size } = commentMark(count)
  const onClick = (event: MouseEvent) => {
    event.stopPropagation()
    selectElement(session, { of, id })
    showComments(session)
  }
  const label = count === 1 ? '1 open comment' : `${count} open comments`
  const content = <PictureElement shapes={shapes} colours={PAGE_COLOURS} />
  return { ...size, label, content, role: 'img', 'aria-label': label, 'data-comments': count, onClick }
}
