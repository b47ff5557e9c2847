import { Button, Loader } from '@mantine/core'
import { type FlowComments, LIMITS, mayRole } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { commentsQuery } from '../../../../shared/api/comments.ts'
import { Banner } from '../../../../shared/ui/banner.tsx'
import { useDocument, useEditorSession } from '../../session/use-editor-session.ts'
import { createComments } from '../../state/comments.ts'
import { reveal } from '../../state/reveal.ts'
import { elementName, partOf } from '../../ui/element-names.ts'
import { OpenedFrame } from '../../ui/opened-frame.tsx'
import type { OpenedPanelProps } from '../../ui/panel.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CommentForm } from './comment-form.tsx'
import { Thread } from './comment-thread.tsx'
import { useAddComment } from './comments.actions.ts'
import classes from './comments.module.css'

const FILTERS = [
  { id: 'open', title: 'Open' },
  { id: 'resolved', title: 'Resolved' },
] as const

type Filter = (typeof FILTERS)[number]['id']

/** The comments on the open flow, beside what they are about. */
export function CommentsPanel(props: OpenedPanelProps) {
  const saved = useDocument((state) => state.saved)
  return (
    <OpenedFrame {...props} className={classes.panel}>
      {saved ? (
        <OfFlow key={saved.id} flowId={saved.id} />
      ) : (
        <p className={classes.hint}>Save this flow first: comments belong to flows of the library.</p>
      )}
    </OpenedFrame>
  )
}

function OfFlow({ flowId }: { flowId: string }) {
  const { data, isError, refetch } = useQuery(commentsQuery(flowId))
  if (data) return <Threads flowId={flowId} comments={data.comments} />
  if (isError)
    return (
      <Banner variant="error">
        <p>The comments could not be loaded.</p>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Banner>
    )
  return (
    <div className={classes.centre} role="status" aria-label="Loading comments">
      <Loader size="sm" />
    </div>
  )
}

function Threads({ flowId, comments: { role, people, threads } }: { flowId: string; comments: FlowComments }) {
  const session = useEditorSession()
  const comments = session.stateOf(createComments)
  const shown = useStore(comments, (state) => state.shown)
  const selected = useSelected()
  const [filter, setFilter] = useState<Filter>('open')
  const asked = shown === null ? undefined : threads.find((thread) => thread.comments.some(({ id }) => id === shown))
  const isAskedResolved = asked && asked.resolvedAt !== null
  useEffect(() => {
    if (isAskedResolved !== undefined) setFilter(isAskedResolved ? 'resolved' : 'open')
  }, [isAskedResolved])
  const askedAbout = asked?.element?.id
  useEffect(() => {
    if (askedAbout !== undefined) reveal(session, askedAbout)
  }, [session, askedAbout])
  const listed = threads.filter(({ resolvedAt }) => (resolvedAt !== null) === (filter === 'resolved'))
  const isAbout = (thread: (typeof threads)[number]) =>
    selected ? thread.element?.id === selected.id : thread === asked
  const first = listed.find(isAbout)
  const count = (id: Filter) => threads.filter(({ resolvedAt }) => (resolvedAt !== null) === (id === 'resolved')).length
  return (
    <>
      {mayRole(role, 'comment') ? (
        <NewComment {...{ flowId, people, selected }} />
      ) : (
        <p className={classes.hint}>You can read the comments on this flow.</p>
      )}
      <Tabs
        label="Comments"
        group="comments"
        tabs={FILTERS.map(({ id, title }) => ({ id, title: `${title} (${count(id)})` }))}
        shown={filter}
        onChange={setFilter}
      />
      <div
        id={`comments-${filter}`}
        role="tabpanel"
        aria-labelledby={`comments-tab-${filter}`}
        className={classes.body}
        data-comment-list=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too
        tabIndex={0}
      >
        {listed.length === 0 && (
          <p className={classes.hint}>{filter === 'open' ? 'No open comments.' : 'Nothing is resolved yet.'}</p>
        )}
        <ul className={classes.threads}>
          {listed.map((thread) => (
            <Thread
              key={thread.id}
              {...{ flowId, thread, role, people }}
              isCurrent={isAbout(thread)}
              isShown={thread === first}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

/** The one component or connection that is selected, with its name. */
function useSelected() {
  const id = useDocument(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null,
  )
  const name = useDocument(({ flow }) => {
    const part = id === null ? undefined : partOf(flow, id)
    return part ? elementName(flow, part) : null
  })
  return id === null || name === null ? null : { id, name }
}

interface NewCommentProps extends Pick<FlowComments, 'people'> {
  readonly flowId: string
  readonly selected: { readonly id: string; readonly name: string } | null
}

function NewComment({ flowId, people, selected }: NewCommentProps) {
  // Another field for the next comment.
  const [written, setWritten] = useState(0)
  const add = useAddComment(flowId, () => setWritten((count) => count + 1))
  const field = useRef<HTMLTextAreaElement>(null)
  const session = useEditorSession()
  const asked = useStore(session.stateOf(createComments), (state) => state.asked)
  const { isSmallScreen } = session.environment
  useEffect(() => {
    // Where one only wants to read on a small screen, the keyboard would cover the comments.
    if (asked > 0 || !isSmallScreen()) field.current?.focus({ preventScroll: true })
  }, [asked, isSmallScreen])
  const element = selected && { ...selected, name: [...selected.name].slice(0, LIMITS.commentElement).join('') }
  return (
    <div className={classes.new}>
      <CommentForm
        key={written}
        field={field}
        hasFocus={written > 0}
        label={selected ? `About ${selected.name}` : 'About the whole flow'}
        submit="Comment"
        people={people}
        isPending={add.isPending}
        error={add.error}
        onSubmit={(text) => add.mutate({ text, element })}
      />
    </div>
  )
}
