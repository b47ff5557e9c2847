import { Button } from '@mantine/core'
import { commentParts, type FlowComment } from '@plimsoll/contract'
import { useState } from 'react'
import { Moment } from '../../../../shared/time/moment.tsx'
import { CommentForm } from './comment-form.tsx'
import { useChangeComment, useRemoveComment } from './comments.actions.ts'
import classes from './comments.module.css'
import { keepFocusInComments } from './keep-focus.ts'

interface CommentItemProps {
  readonly flowId: string
  readonly comment: FlowComment
  readonly people: readonly string[]
  /** Whether the user may write, and whether the user owns the flow. */
  readonly mayWrite: boolean
  readonly isOwner: boolean
}

type State = 'shown' | 'changing' | 'removing'

/** A comment with its author and time; who wrote it changes and deletes it. */
export function CommentItem({ flowId, comment, people, mayWrite, isOwner }: CommentItemProps) {
  const [state, setState] = useState<State>('shown')
  const show = () => {
    setState('shown')
    keepFocusInComments()
  }
  const change = useChangeComment(flowId, comment.id, show)
  const remove = useRemoveComment(flowId, comment.id)
  if (comment.isDeleted) return <p className={classes.faint}>This comment was deleted.</p>
  const author = comment.author ?? 'Former member'
  const mayRemove = mayWrite && (comment.isOwn || isOwner)
  return (
    <>
      <p className={classes.by}>
        <strong>{author}</strong>
        <span className={classes.faint}>
          <Moment at={comment.createdAt} />
          {comment.editedAt !== null && ' · edited'}
        </span>
      </p>
      {state === 'changing' ? (
        <CommentForm
          label="Change the comment"
          submit="Save"
          initial={comment.text}
          people={people}
          hasFocus
          isPending={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
          onCancel={show}
        />
      ) : (
        <p className={classes.text}>
          {commentParts(comment.text, comment.mentions).map(({ text, isMention }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
            isMention ? <mark key={index}>{text}</mark> : text,
          )}
        </p>
      )}
      {state === 'shown' && mayRemove && (
        <div className={classes.ways}>
          {comment.isOwn && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setState('changing')}>
              Edit
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setState('removing')}>
            Delete …
          </Button>
        </div>
      )}
      {state === 'removing' && (
        <fieldset className={classes.ways} aria-label={`Delete the comment of ${author}`}>
          <span>Delete it for everybody?</span>
          <Button
            size="compact-xs"
            color="red"
            autoFocus
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Delete
          </Button>
          <Button size="compact-xs" variant="default" onClick={show}>
            Cancel
          </Button>
        </fieldset>
      )}
    </>
  )
}
