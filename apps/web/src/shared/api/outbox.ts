import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The mails that the server keeps instead of sending them; new ones are looked for every few seconds. */
export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: async ({ signal }) => (await answer(api.outbox.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
  refetchInterval: 5_000,
})

/** Where the HTML part of a kept mail stands, as a page of its own. */
export const mailPage = (id: string): string => `/api/outbox/${encodeURIComponent(id)}`
