import type { ConfirmationRequest, NewPasskeyRequest, PasskeyResponse } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../stores/device.ts'
import { answer, api } from './client.ts'

/** What the user signs in with. Whoever changes it invalidates this query. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: async ({ signal }) => (await answer(api.profile.factors.$get(undefined, { init: { signal } }))).data,
  staleTime: 0,
})

export async function passkeyCreation() {
  return (await answer(api.profile.passkeys.options.$post())).data
}

/** Gives back recovery codes with the first factor. */
export async function addPasskey(passkey: NewPasskeyRequest) {
  return (await answer(api.profile.passkeys.$post({ json: passkey }))).data.recoveryCodes
}

/** Removes a passkey and gives back what the server says about it. */
export async function removePasskey(id: string) {
  return (await answer(api.profile.passkeys[':id'].$delete({ param: { id: encodeURIComponent(id) } }))).message
}

/** The secret for an authenticator app, which counts once a code of it is confirmed. */
export async function offerApp() {
  return (await answer(api.profile.authenticator.$post())).data
}

/** Gives back recovery codes with the first factor. */
export async function confirmApp(code: string) {
  return (await answer(api.profile.authenticator.$put({ json: { code } }))).data.recoveryCodes
}

/** Turns the authenticator app off and gives back what the server says about it. */
export async function removeApp(confirmation: ConfirmationRequest) {
  return (await answer(api.profile.authenticator.$delete({ json: confirmation }))).message
}

/** New recovery codes in place of the present ones. */
export async function renewRecoveryCodes() {
  return (await answer(api.profile['recovery-codes'].$post())).data.recoveryCodes
}

/** Confirms who is signed in, for ten minutes. */
export async function confirmByPassword(confirmation: ConfirmationRequest) {
  await answer(api.profile.confirmation.$post({ json: confirmation }))
}

export async function confirmationOptions() {
  return (await answer(api.profile.confirmation['passkey-options'].$post())).data
}

export async function confirmByPasskey(response: PasskeyResponse) {
  await answer(api.profile.confirmation.passkey.$post({ json: { response } }))
}

export async function signInOptions() {
  return (await answer(api.auth.passkey.options.$post())).data
}

/** The token of a new session. */
export async function signInByPasskey(response: PasskeyResponse, remember: boolean) {
  const json = { response, remember, ...device() }
  return (await answer(api.auth.passkey.$post({ json }))).data.token
}
