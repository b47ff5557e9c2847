import { LIMITS } from '@plimsoll/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** As long as one looks at the page. */
const POLL_MS = 5_000

/** Who else has these flows open. That it cannot be told is not told. */
export const presenceQuery = (flows: readonly string[]) =>
  queryOptions({
    queryKey: ['presence', ...flows],
    queryFn: async ({ signal }) => {
      const questions = inQuestions(flows).map(async (ids) => {
        const query = { flows: ids.join(',') }
        return (await answer(api.presence.$get({ query }, { init: { signal } }))).data
      })
      return (await Promise.all(questions)).flat()
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    retry: false,
    enabled: flows.length > 0,
  })

/** As many flows as one question may be about. */
const inQuestions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / LIMITS.flowsPerPage) }, (_, at) =>
    ids.slice(at * LIMITS.flowsPerPage, (at + 1) * LIMITS.flowsPerPage),
  )
