import { domainToASCII, domainToUnicode } from 'node:url'
import { INVALID_EMAIL } from '@plimsoll/contract'
import { ApiError } from './errors.ts'

/** A domain in the letters of its language, however it was typed; '' when it cannot exist (RFC 5891). */
export const canonicalDomain = (domain: string): string => domainToUnicode(domainToASCII(domain))

/**
 * The one form in which an address is stored and looked up: in lower case, its domain in the letters of its language, however it
 * was typed. Throws for a domain that cannot exist.
 */
export function canonicalEmail(given: string): string {
  const email = given.trim().toLowerCase()
  const start = email.lastIndexOf('@') + 1
  const domain = canonicalDomain(email.slice(start))
  if (start > 0 && domain === '') throw new ApiError('validation/error', { errors: { email: INVALID_EMAIL } })
  return email.slice(0, start) + domain
}
