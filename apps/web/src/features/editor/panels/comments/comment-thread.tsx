import { Button } from '@mantine/core'
import type { CommentThread, FlowComments } from '@plimsoll/contract'
import { mayRole } from '@plimsoll/contract'
import { useEffect, useRef, useState } from 'react'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { elementName, partOf, selectElement } from '../../ui/element-names.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { useAnswer, useResolve } from './comments.actions.ts'
import classes from './comments.module.css'
import { keepFocusInComments } from './keep-focus.ts'

interface ThreadProps extends Pick<FlowComments, 'role' | 'people'> {
  readonly flowId: string
  readonly thread: CommentThread
  /** Whether it is about what is selected, or was asked for. */
  readonly isCurrent: boolean
  /** Whether it is to be brought into view. */
  readonly isShown: boolean
}

/** A thread: what it is about, the comments, and what can be done with it. */
export function Thread({ flowId, thread, role, people, isCurrent, isShown }: ThreadProps) {
  const [isAnswering, setIsAnswering] = useState(false)
  const root = useRef<HTMLLIElement>(null)
  const answering = useAnswer(flowId, thread.id, () => setIsAnswering(false))
  const resolve = useResolve(flowId, thread.id)
  const mayWrite = mayRole(role, 'comment')
  const isResolved = thread.resolvedAt !== null
  useEffect(() => {
    if (isShown) root.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <li ref={root} className={classes.thread} data-current={isCurrent || undefined}>
      <About element={thread.element} />
      {isResolved && <p className={classes.faint}>{`Resolved by ${thread.resolvedBy ?? 'a former member'}`}</p>}
      <ol className={classes.comments}>
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <CommentItem isOwner={role === 'owner'} {...{ flowId, comment, people, mayWrite }} />
          </li>
        ))}
      </ol>
      {mayWrite && isAnswering && (
        <CommentForm
          label="Answer"
          submit="Answer"
          people={people}
          hasFocus
          isPending={answering.isPending}
          error={answering.error}
          onSubmit={answering.mutate}
          onCancel={() => {
            setIsAnswering(false)
            keepFocusInComments()
          }}
        />
      )}
      {mayWrite && !isAnswering && (
        <div className={classes.ways}>
          <Button size="compact-xs" variant="default" onClick={() => setIsAnswering(true)}>
            Answer …
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            loading={resolve.isPending}
            onClick={() => resolve.mutate(!isResolved)}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      )}
    </li>
  )
}

/** What a thread is about: a press shows it on the canvas. */
function About({ element }: Pick<CommentThread, 'element'>) {
  const session = useEditorSession()
  const part = useDocument(({ flow }) => element && partOf(flow, element.id)?.of)
  const name = useDocument(({ flow }) => element && part && elementName(flow, { of: part, id: element.id }))
  if (element === null) return <h3 className={classes.about}>The whole flow</h3>
  if (!part)
    return (
      <h3 className={classes.about}>
        {element.name} <span className={classes.faint}>was removed</span>
      </h3>
    )
  return (
    <h3 className={classes.about}>
      <button
        type="button"
        title="Show on the canvas"
        onClick={() => selectElement(session, { of: part, id: element.id })}
      >
        {name}
      </button>
    </h3>
  )
}
