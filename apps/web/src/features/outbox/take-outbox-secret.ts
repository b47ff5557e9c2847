import { keepOutboxSecret } from '../../shared/api/outbox.ts'

/** Takes the secret out of the address, where others might read it, and keeps it in this tab. */
export function takeOutboxSecret(): void {
  const secret = location.hash.slice(1)
  if (secret === '') return
  keepOutboxSecret(secret)
  history.replaceState(history.state, '', location.pathname)
}
