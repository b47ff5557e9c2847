import type { ChangeEmailRequest } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The change of the address that waits to be confirmed, or null. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: async ({ signal }) => (await answer(api.profile['email-change'].$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

/** Has a link mailed to both addresses and gives back what the server says about it. */
export async function askForEmail(change: ChangeEmailRequest) {
  return (await answer(api.profile['email-change'].$post({ json: change }))).message
}

/** Keeps the present address and gives back what the server says about it. */
export async function cancelEmailChange() {
  return (await answer(api.profile['email-change'].$delete())).message
}

/** Confirms a change of the address by a mailed token and gives back what the server says about it. */
export async function confirmEmailChange(token: string): Promise<string> {
  return (await answer(api.auth['confirm-email-change'].$post({ json: { token } }))).message
}
