import type { ChangePasswordRequest, CreateTokenRequest, DeleteAccountRequest, ProfileUpdate } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api, patientApi } from './client.ts'

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

/** How much the user has stored, and may store; always asked anew, for each save changes it. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }) => (await answer(api.profile.storage.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

/** Where the user is logged in; always asked anew, for it changes from elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await answer(api.profile.sessions.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

/** Ends one session of the user and gives back what the server says about it. */
export async function endUserSession(id: string) {
  return (await answer(api.profile.sessions[':id'].$delete({ param: { id: encodeURIComponent(id) } }))).message
}

/** Ends all sessions but the present one and gives back what the server says about it. */
export async function endOtherSessions() {
  return (await answer(api.profile.sessions.$delete())).message
}

/** The API tokens of the user, the newest first. Whoever makes or revokes one invalidates this query. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await answer(api.profile.tokens.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

/** Makes an API token, which is told this once. */
export async function makeToken(token: CreateTokenRequest) {
  return (await answer(api.profile.tokens.$post({ json: token }))).data
}

/** Revokes an API token and gives back what the server says about it. */
export async function revokeToken(id: string) {
  return (await answer(api.profile.tokens[':id'].$delete({ param: { id: encodeURIComponent(id) } }))).message
}

/** Everything that is kept about the user, as the file that the server makes of it. */
export async function exportAccount(): Promise<Blob> {
  return new Blob([JSON.stringify(await answer(patientApi.profile.export.$get()), null, 2)], {
    type: 'application/json',
  })
}

/** Removes the account with everything in it and gives back what the server says about it. */
export async function deleteAccount(confirmation: DeleteAccountRequest) {
  return (await answer(api.profile.$delete({ json: confirmation }))).message
}
