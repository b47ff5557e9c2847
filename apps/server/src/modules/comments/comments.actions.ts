import type { CommentTextRequest, CreateCommentRequest, FlowComments, ResolveCommentRequest } from '@plimsoll/contract'
import type { Client, SignedInUser } from '../../requester.ts'

/** A comment of a flow; both are parts of the path, of any form. */
export interface CommentPath {
  id: string
  comment: string
}

/** What the routes need from the service. */
export interface CommentActions {
  list(user: SignedInUser, flowId: string): Promise<FlowComments>
  /** Starts a thread. Gives back its id. */
  create(user: SignedInUser, flowId: string, comment: CreateCommentRequest, client: Client): Promise<string>
  /** Answers in the thread that this comment started. Gives back the id of the answer. */
  answer(user: SignedInUser, thread: CommentPath, answer: CommentTextRequest, client: Client): Promise<string>
  change(user: SignedInUser, comment: CommentPath, change: CommentTextRequest, client: Client): Promise<void>
  remove(user: SignedInUser, comment: CommentPath): Promise<void>
  resolve(user: SignedInUser, thread: CommentPath, state: ResolveCommentRequest): Promise<void>
}
