import type { LoginRequest } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** What the site says about itself before anyone logs in. */
export const siteConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await answer(api.config.$get(undefined, { init: { signal } }))).data,
})

/** The token of a new session. */
export async function login(credentials: LoginRequest): Promise<string> {
  return (await answer(api.auth.login.$post({ json: credentials }))).data.token
}

/** Ends the session of `token` on the server; outlives the page. */
export async function logout(token: string): Promise<void> {
  await answer(
    api.auth.logout.$post(undefined, { headers: { authorization: `Bearer ${token}` }, init: { keepalive: true } }),
  )
}
