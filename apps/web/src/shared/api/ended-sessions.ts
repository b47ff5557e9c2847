import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The sessions that ended lately, and why. */
export const endedSessionsQuery = queryOptions({
  queryKey: ['sessions', 'ended'],
  queryFn: async ({ signal }) => (await answer(api.profile.sessions.ended.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})
