import type {
  ChangeTagsRequest,
  CreateFlowRequest,
  FlowSort,
  FlowSummary,
  LibraryPage,
  UpdateFlowRequest,
} from '@plimsoll/contract'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The user's flows, newest first. Everything that adds, changes or removes one invalidates this query. */
export const flowsQuery = queryOptions({
  queryKey: ['flows'],
  queryFn: async ({ signal }) => (await answer(api.flows.$get({ query: {} }, { init: { signal } }))).data,
})

const FLOWS_OF_A_PAGE = '60'

/** Page by page what is found in the library. Its key begins as that of `flowsQuery`, so that both are invalidated at once. */
export const libraryQuery = ({
  tag,
  ...search
}: {
  readonly q: string
  readonly tag: string
  readonly sort: FlowSort
  readonly whose: 'own' | 'shared' | 'team'
}) =>
  infiniteQueryOptions({
    queryKey: [...flowsQuery.queryKey, 'pages', search, tag],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...search, ...(tag && { tag }), limit: FLOWS_OF_A_PAGE, ...(pageParam && { cursor: pageParam }) }
      return (await answer(api.flows.$get({ query }, { init: { signal } }))) as LibraryPage
    },
    getNextPageParam: ({ page }) => page.next,
    // What was found before stays until there is something else.
    placeholderData: keepPreviousData,
  })

/** The tags of the library with the number of their flows; fetched again with the flows. */
export const tagsQuery = queryOptions({
  queryKey: [...flowsQuery.queryKey, 'tags'],
  queryFn: async ({ signal }) => (await answer(api.tags.$get(undefined, { init: { signal } }))).data,
})

/** Gives tags to flows, and takes others from them. */
export const changeTags = (change: ChangeTagsRequest) => answer(api.tags.$post({ json: change }))

/** What the thumbnail of a flow shows; it changes only with the time of the flow's change. */
export const thumbnailQuery = ({ id, updatedAt }: Pick<FlowSummary, 'id' | 'updatedAt'>) =>
  queryOptions({
    queryKey: ['thumbnail', id, updatedAt],
    queryFn: () => fetchFlow(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

/** Has the server remember that the user opened a flow. Nothing depends on it, so that a failure is not told. */
export async function rememberOpening(queries: QueryClient, id: string): Promise<void> {
  try {
    await answer(api.flows[':id'].opened.$put({ param: encoded(id) }))
    await queries.invalidateQueries({ queryKey: [...flowsQuery.queryKey, 'pages'] })
  } catch {
    // The next opening is told again.
  }
}

/** The user's removed flows, what was removed last first. */
export const binQuery = queryOptions({
  queryKey: ['bin'],
  queryFn: async ({ signal }) => (await answer(api.bin.$get(undefined, { init: { signal } }))).data,
})

/** One whole flow, as it is on the server now. */
export async function fetchFlow(id: string) {
  return (await answer(api.flows[':id'].$get({ param: encoded(id) }))).data
}

/** Saves a new flow. The same key makes a repeated call harmless. */
export async function createFlow(flow: CreateFlowRequest, idempotencyKey: string) {
  return (await answer(api.flows.$post({ json: flow, header: { 'idempotency-key': idempotencyKey } }))).data
}

/** Saves an open flow again; fails with `resource/conflict` when its version is no longer the newest. */
export async function updateFlow(id: string, flow: UpdateFlowRequest) {
  return (await answer(api.flows[':id'].$put({ param: encoded(id), json: flow }))).data
}

/** Removes a flow and gives back what the server says about it. */
export async function removeFlow(id: string) {
  return (await answer(api.flows[':id'].$delete({ param: encoded(id) }))).message
}

/** Puts a removed flow back into the library and gives back what the server says about it. */
export async function restoreFlow(id: string) {
  return (await answer(api.bin[':id'].restore.$post({ param: encoded(id) }))).message
}

/** Deletes a removed flow for good and gives back what the server says about it. */
export async function deleteRemovedFlow(id: string) {
  return (await answer(api.bin[':id'].$delete({ param: encoded(id) }))).message
}

/** Deletes all removed flows for good and gives back what the server says about it. */
export async function emptyBin() {
  return (await answer(api.bin.$delete())).message
}

function encoded(id: string) {
  return { id: encodeURIComponent(id) }
}
