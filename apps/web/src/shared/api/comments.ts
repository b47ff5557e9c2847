import type { CreateCommentRequest, FlowComments } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api, readAnswer } from './client.ts'

const { comments } = api.flows[':id']

interface TaggedComments {
  readonly etag: string
  readonly comments: FlowComments
}

const encoded = (id: string) => ({ id: encodeURIComponent(id) })

/** All comments of a flow. What is known is fetched again only where it has changed. */
export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['comments', id],
    queryFn: async ({ client, queryKey, signal }): Promise<TaggedComments> => {
      const known = client.getQueryData<TaggedComments>(queryKey)
      const headers: Record<string, string> = known ? { 'if-none-match': known.etag } : {}
      const pending = comments.$get({ param: encoded(id) }, { init: { signal }, headers })
      return readAnswer(pending, async (response) => {
        if (response.status === 304 && known) return known
        const { data } = (await response.json()) as { data: FlowComments }
        return { etag: response.headers.get('etag') ?? '', comments: data }
      })
    },
    staleTime: 0,
    retry: false,
  })

/** Starts a thread. */
export async function addComment(id: string, comment: CreateCommentRequest) {
  return (await answer(comments.$post({ param: encoded(id), json: comment }))).data
}

export async function answerComment(id: string, thread: string, text: string) {
  const { answers } = comments[':comment']
  return (await answer(answers.$post({ param: { ...encoded(id), comment: thread }, json: { text } }))).data
}

export async function changeComment(id: string, comment: string, text: string) {
  return (await answer(comments[':comment'].$patch({ param: { ...encoded(id), comment }, json: { text } }))).message
}

export async function removeComment(id: string, comment: string) {
  return (await answer(comments[':comment'].$delete({ param: { ...encoded(id), comment } }))).message
}

export async function resolveThread(id: string, thread: string, isResolved: boolean) {
  const { resolved } = comments[':comment']
  return (await answer(resolved.$put({ param: { ...encoded(id), comment: thread }, json: { isResolved } }))).message
}
