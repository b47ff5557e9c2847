import type { ChangeVersionRequest, RestoreVersionRequest, VersionsPage } from '@plimsoll/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

const { versions } = api.flows[':id']

const encoded = (id: string, version: number) => ({ id: encodeURIComponent(id), version: `${version}` })

/** The versions of a flow, the newest first. Whoever saves or changes one invalidates this query. */
export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['versions', id],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<VersionsPage> => {
      const query = pageParam === '' ? {} : { cursor: pageParam }
      return answer(versions.$get({ param: { id: encodeURIComponent(id) }, query }, { init: { signal } }))
    },
    getNextPageParam: ({ page }) => page.next,
    // Another tab may have saved since.
    staleTime: 0,
  })

/** A flow as it was in a version, which never changes. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['version', id, version],
    queryFn: async ({ signal }) =>
      (await answer(versions[':version'].$get({ param: encoded(id, version) }, { init: { signal } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Names a version, or changes its note. */
export async function changeVersion(id: string, version: number, change: ChangeVersionRequest) {
  return (await answer(versions[':version'].$patch({ param: encoded(id, version), json: change }))).data
}

/** Saves the content of a version again; fails with `resource/conflict` when `from` is not live and no longer the newest. */
export async function restoreVersion(id: string, version: number, from: RestoreVersionRequest) {
  const { restore } = versions[':version']
  return (await answer(restore.$post({ param: encoded(id, version), json: from }))).data
}
