import type { ChangePasswordRequest, ProfileUpdate } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

/** The signed-in user's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await answer(api.profile.$get(undefined, { init: { signal } }))).data,
})

/** Changes the names; gives back the whole profile and the server's message. */
export function updateProfile(names: ProfileUpdate) {
  return answer(api.profile.$put({ json: names }))
}

/** Changes the password and gives back what the server says about it. */
export async function changePassword(change: ChangePasswordRequest) {
  return (await answer(api.profile['change-password'].$put({ json: change }))).message
}
