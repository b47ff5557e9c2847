import { queryOptions } from '@tanstack/react-query'
import { answer, api, asRequestError } from './client.ts'

const KEY = 'outbox-secret'

/** Keeps the secret that the server printed, until the tab is closed. */
export function keepOutboxSecret(secret: string): void {
  try {
    sessionStorage.setItem(KEY, secret)
  } catch {
    // Without storage the address has to be opened again.
  }
}

function outboxSecret(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Whether somebody has no secret, or that of an earlier start. */
export const isOutboxClosed = (error: unknown): boolean => asRequestError(error).type === 'auth/forbidden'

/** The mails that the server keeps instead of sending them; new ones are looked for every few seconds. */
export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: async ({ signal }) => {
    const header = { 'outbox-secret': outboxSecret() }
    return (await answer(api.outbox.$get({ header }, { init: { signal } }))).data
  },
  staleTime: 0,
  refetchInterval: ({ state }) => (state.error !== null && isOutboxClosed(state.error) ? false : 5_000),
})
