import type { PlanFault } from '@plimsoll/experiments'

/** Where it is and what is wrong: what is a sentence of its own follows a colon, and the rest is one with its path. */
export function faultText({ path, message }: PlanFault): string {
  const isSentence = /^[A-Z]/.test(message) && path !== '' && !path.endsWith(':')
  return `${path}${isSentence ? ':' : ''} ${message}`.trim()
}
