import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The token of the session that single sign-on has opened for this browser. It is handed out once, so it is asked for once. */
export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: async () => (await answer(api.auth.oidc.session.$post())).data.token,
  gcTime: 0,
  retry: false,
  refetchOnMount: false,
  retryOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
})
