import type { TeamRole } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'

const encoded = (id: string) => ({ id: encodeURIComponent(id) })

/** The teams that the user is in. What changes one invalidates this query, as the key of each team begins with its key. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => (await answer(api.teams.$get(undefined, { init: { signal } }))).data,
})

/** A team with its members. Always asked anew, for others change it elsewhere. */
export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: [...teamsQuery.queryKey, id],
    queryFn: async ({ signal }) =>
      (await answer(api.teams[':id'].$get({ param: encoded(id) }, { init: { signal } }))).data,
    staleTime: 0,
    retry: false,
  })

export async function createTeam(name: string) {
  return (await answer(api.teams.$post({ json: { name } }))).data
}

export async function renameTeam(id: string, name: string) {
  return (await answer(api.teams[':id'].$put({ param: encoded(id), json: { name } }))).message
}

export async function deleteTeam(id: string) {
  return (await answer(api.teams[':id'].$delete({ param: encoded(id) }))).message
}

/** Tells the server, once, that the user has seen the team. */
export async function openTeam(id: string) {
  return (await answer(api.teams[':id'].opened.$put({ param: encoded(id) }))).message
}

/** Gives an address a role in a team; tells whether a mail goes there. */
export async function putMember(id: string, email: string, role: TeamRole) {
  return (await answer(api.teams[':id'].members.$put({ param: encoded(id), json: { email, role } }))).data
}

export async function removeMember(id: string, email: string) {
  return (await answer(api.teams[':id'].members.$delete({ param: encoded(id), json: { email } }))).message
}

export async function leaveTeam(id: string) {
  return (await answer(api.teams[':id'].leave.$post({ param: encoded(id) }))).message
}

/** The teams whose last owner the user is, with the members who could own them. */
export const lastOwnedQuery = queryOptions({
  queryKey: ['last owned teams'],
  queryFn: async ({ signal }) => (await answer(api.profile['owned-teams'].$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})
