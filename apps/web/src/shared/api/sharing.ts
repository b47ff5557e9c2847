import type { CreateLinkRequest, GivenRole } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { answer, api, asRequestError } from './client.ts'

const encoded = (id: string) => ({ id: encodeURIComponent(id) })

/** Who a flow is shared with, and by which links; only its owner may know. Always asked anew, for people open flows elsewhere. */
export const sharingQuery = (id: string) =>
  queryOptions({
    queryKey: ['sharing', id],
    queryFn: async ({ signal }) =>
      (await answer(api.flows[':id'].sharing.$get({ param: encoded(id) }, { init: { signal } }))).data,
    staleTime: 0,
    retry: false,
  })

/** Gives an address a role; tells whether a mail goes there. */
export async function shareFlow(id: string, email: string, role: GivenRole) {
  return (await answer(api.flows[':id'].people.$put({ param: encoded(id), json: { email, role } }))).data
}

export async function unshareFlow(id: string, email: string) {
  return (await answer(api.flows[':id'].people.$delete({ param: encoded(id), json: { email } }))).message
}

/** Gives up one's own part in a flow of another. */
export async function leaveFlow(id: string) {
  return (await answer(api.flows[':id'].leave.$post({ param: encoded(id) }))).message
}

/** Makes an editor the owner. */
export async function handOnFlow(id: string, email: string) {
  return (await answer(api.flows[':id'].owner.$put({ param: encoded(id), json: { email } }))).message
}

/** The token is told only now. */
export async function makeLink(id: string, link: CreateLinkRequest) {
  return (await answer(api.flows[':id'].links.$post({ param: encoded(id), json: link }))).data
}

export async function revokeLink(id: string, link: string) {
  return (await answer(api.flows[':id'].links[':link'].$delete({ param: { ...encoded(id), link } }))).message
}

/** What a link shows. */
export async function fetchLinkedFlow(token: string, password: string | null) {
  const param = { token: encodeURIComponent(token) }
  const call =
    password === null
      ? answer(api.shared[':token'].$get({ param }))
      : answer(api.shared[':token'].$post({ param, json: { password } }))
  return (await call).data
}

/** Whether an answer says that there is nothing, or nothing any more. */
export const isGone = (error: unknown): boolean => asRequestError(error).status === 404

/** Fails with 404 once a link shows nothing any more. */
export async function checkLink(token: string) {
  await answer(api.shared[':token'].state.$get({ param: { token: encodeURIComponent(token) } }))
}

/** Takes the role of a link, which leads to its flow. */
export async function takeLinkRole(token: string, password: string | null) {
  const call = api.shared[':token'].role.$put({ param: { token: encodeURIComponent(token) }, json: { password } })
  return (await answer(call)).data
}

/** The own flows that others have a role in, with the editors who could own them. */
export const ownSharedQuery = queryOptions({
  queryKey: ['own shared flows'],
  queryFn: async ({ signal }) => (await answer(api.profile['shared-flows'].$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

/** Gives a team a role. */
export async function shareWithTeam(id: string, team: string, role: GivenRole) {
  return (await answer(api.flows[':id'].teams.$put({ param: encoded(id), json: { team, role } }))).message
}

export async function unshareFromTeam(id: string, team: string) {
  return (await answer(api.flows[':id'].teams.$delete({ param: encoded(id), json: { team } }))).message
}

/** Gives a flow to a team; null: takes it into the own library. */
export async function moveFlow(id: string, team: string | null) {
  return (await answer(api.flows[':id'].team.$put({ param: encoded(id), json: { team } }))).message
}
