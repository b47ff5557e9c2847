import type {
  AcceptInvitationRequest,
  AccountState,
  AuditFilter,
  ChangeAccountRequest,
  FirstAdministratorRequest,
} from '@plimsoll/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api, patientApi, readAnswer } from './client.ts'

const encoded = (id: string) => ({ param: { id: encodeURIComponent(id) } })
/** Others change it elsewhere. */
const fresh = { staleTime: 0 } as const

const ACCOUNTS = ['administration', 'accounts'] as const

/** What changes an account invalidates it. */
export const accountsKey = { queryKey: ACCOUNTS }

export const accountsQuery = (search: string, state: AccountState | '') =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: [...ACCOUNTS, search, state],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...(search && { search }), ...(state && { state }), ...(pageParam && { cursor: pageParam }) }
      return (await answer(api.admin.users.$get({ query }, { init: { signal } }))).data
    },
    getNextPageParam: ({ next }) => next,
  })

export async function changeAccount(id: string, changes: ChangeAccountRequest) {
  return (await answer(api.admin.users[':id'].$patch({ ...encoded(id), json: changes }))).data
}

export async function removeAccount(id: string) {
  return (await answer(patientApi.admin.users[':id'].$delete(encoded(id)))).message
}

export async function endSessionsOf(id: string) {
  return (await answer(api.admin.users[':id'].sessions.$delete(encoded(id)))).message
}

export async function makeResetLink(id: string) {
  return (await answer(api.admin.users[':id']['reset-link'].$post(encoded(id)))).data
}

export const invitationsQuery = queryOptions({
  ...fresh,
  queryKey: ['administration', 'invitations'],
  queryFn: async ({ signal }) => (await answer(api.admin.invitations.$get(undefined, { init: { signal } }))).data,
})

export async function invite(email: string, isMailed: boolean) {
  return (await answer(api.admin.invitations.$post({ json: { email, isMailed } }))).data
}

export async function renewInvitation(id: string) {
  return (await answer(api.admin.invitations[':id'].link.$post(encoded(id)))).data
}

export async function revokeInvitation(id: string) {
  return (await answer(api.admin.invitations[':id'].$delete(encoded(id)))).message
}

export const mailsQuery = queryOptions({
  ...fresh,
  queryKey: ['administration', 'mails'],
  queryFn: async ({ signal }) => (await answer(api.admin.mails.$get(undefined, { init: { signal } }))).data,
})

export async function sendTestMail() {
  return (await answer(api.admin.mails.test.$post())).message
}

export async function retryMail(id: string) {
  return (await answer(api.admin.mails[':id'].retry.$post(encoded(id)))).message
}

export async function removeMail(id: string) {
  return (await answer(api.admin.mails[':id'].$delete(encoded(id)))).message
}

export const experimentQueueQuery = queryOptions({
  ...fresh,
  queryKey: ['administration', 'experiments'],
  queryFn: async ({ signal }) => (await answer(api.admin.experiments.$get(undefined, { init: { signal } }))).data,
})

export async function cancelExperiment(id: string) {
  return (await answer(api.admin.experiments[':id'].$delete(encoded(id)))).message
}

export const storageQuery = queryOptions({
  ...fresh,
  queryKey: ['administration', 'storage'],
  queryFn: async ({ signal }) => (await answer(api.admin.storage.$get(undefined, { init: { signal } }))).data,
})

export const settingsQuery = queryOptions({
  queryKey: ['administration', 'settings'],
  queryFn: async ({ signal }) => (await answer(api.admin.settings.$get(undefined, { init: { signal } }))).data,
})

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: ['administration', 'audit', filter],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, ...(pageParam && { cursor: pageParam }) }
      return (await answer(api.admin.audit.$get({ query }, { init: { signal } }))).data
    },
    getNextPageParam: ({ next }) => next,
  })

/** All entries that the filter leaves, as a file for spreadsheets. */
export const auditCsv = (filter: AuditFilter): Promise<Blob> =>
  readAnswer(patientApi.admin['audit.csv'].$get({ query: filter }), (response) => response.blob())

/** The address that the link of an invitation was made for. */
export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async () => (await answer(api.auth.invitation.$post({ json: { token } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

export async function acceptInvitation(request: AcceptInvitationRequest) {
  return (await answer(api.auth['accept-invitation'].$post({ json: request }))).data.email
}

export async function registerFirstAdministrator(request: FirstAdministratorRequest) {
  return (await answer(api.auth['first-administrator'].$post({ json: request }))).message
}

export async function claimAdministration(token: string) {
  return (await answer(api.auth['claim-administration'].$post({ json: { token } }))).message
}
