import type { LoginWithFactorsRequest, RegistrationRequest, ResetPasswordRequest } from '@plimsoll/contract'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../stores/device.ts'
import { answer, api } from './client.ts'

/** What the site says about itself before anyone logs in. */
export const siteConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await answer(api.config.$get(undefined, { init: { signal } }))).data,
})

/** The token of a new session. */
export async function login(credentials: LoginWithFactorsRequest): Promise<string> {
  return (await answer(api.auth.login.$post({ json: { ...credentials, ...device() } }))).data.token
}

/** Ends the session of `token` on the server; outlives the page. Gives back where it is ended at the provider, too, if there is one. */
export async function logout(token: string): Promise<string | undefined> {
  const init = { keepalive: true }
  return (await answer(api.auth.logout.$post(undefined, { headers: { authorization: `Bearer ${token}` }, init })))
    .endSessionUrl
}

/** Makes an account and gives back the address that has to be verified. */
export async function registerAccount(registration: RegistrationRequest): Promise<string> {
  return (await answer(api.auth.register.$post({ json: registration }))).data.email
}

/**
 * The verification that a mailed token stands for, in a browser that keeps this key. It uses the token up, so it is asked for once: not again by a second mounting,
 * and not broken off by an unmounting.
 */
export const verificationQuery = (token: string, browser: string) =>
  queryOptions({
    queryKey: ['verification', token],
    queryFn: () => answer(api.auth['verify-email'].$get({ query: { token, browser } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
  })

/** Asks for another verification mail and gives back what the server says about it. */
export async function resendVerification(email: string): Promise<string> {
  return (await answer(api.auth['resend-verification'].$post({ json: { email } }))).message
}

/** Asks for a mail with a reset link. The answer is the same whether there is such an account or not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await answer(api.auth['forgot-password'].$post({ json: { email } }))
}

/** Sets a new password by the token of a mailed link. */
export async function resetPassword(reset: ResetPasswordRequest): Promise<void> {
  await answer(api.auth['reset-password'].$post({ json: reset }))
}
