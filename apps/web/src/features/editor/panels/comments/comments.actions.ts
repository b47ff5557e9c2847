import type { CreateCommentRequest } from '@plimsoll/contract'
import { useQueryClient } from '@tanstack/react-query'
import {
  addComment,
  answerComment,
  changeComment,
  commentsQuery,
  removeComment,
  resolveThread,
} from '../../../../shared/api/comments.ts'
import { toastFailure } from '../../../../shared/api/toast-failure.ts'
import { useSubmission } from '../../../../shared/api/use-submission.ts'
import { useEditorSession } from '../../session/use-editor-session.ts'
import { announce } from '../../state/announcement.ts'
import { noteWritten } from '../../state/comments.ts'
import { keepFocusInComments } from './keep-focus.ts'

/** What is written, and the text that a screen reader says once it is there. */
function useWriting<Given>(
  flowId: string,
  write: (given: Given) => Promise<unknown>,
  { done, onDone }: { done: string; onDone: () => void },
) {
  const session = useEditorSession()
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: write,
    onSuccess: () => {
      announce(session, done)
      noteWritten(session)
      onDone()
      return queries.invalidateQueries(commentsQuery(flowId)).then(keepFocusInComments)
    },
  })
}

/** Starts a thread. */
export const useAddComment = (flowId: string, onDone: () => void) =>
  useWriting(flowId, (comment: CreateCommentRequest) => addComment(flowId, comment), { done: 'Comment added', onDone })

export const useAnswer = (flowId: string, thread: string, onDone: () => void) =>
  useWriting(flowId, (text: string) => answerComment(flowId, thread, text), { done: 'Answer added', onDone })

export const useChangeComment = (flowId: string, comment: string, onDone: () => void) =>
  useWriting(flowId, (text: string) => changeComment(flowId, comment, text), { done: 'Comment changed', onDone })

/** What has no field beside it says in a toast what failed. */
function useAct<Given>(flowId: string, act: (given: Given) => Promise<unknown>, done: (given: Given) => string) {
  const session = useEditorSession()
  const queries = useQueryClient()
  return useSubmission({
    mutationFn: act,
    onSuccess: (_, given) => {
      announce(session, done(given))
      noteWritten(session)
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queries.invalidateQueries(commentsQuery(flowId)).then(keepFocusInComments),
  })
}

export const useRemoveComment = (flowId: string, comment: string) =>
  useAct(
    flowId,
    () => removeComment(flowId, comment),
    () => 'Comment deleted',
  )

export const useResolve = (flowId: string, thread: string) =>
  useAct(
    flowId,
    (isResolved: boolean) => resolveThread(flowId, thread, isResolved),
    (isResolved) => (isResolved ? 'Thread resolved' : 'Thread reopened'),
  )
