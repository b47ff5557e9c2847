import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Plimsoll'
const PERIOD_S = 30
const CODE = /^\d{6}$/
/** Clocks may differ by one step. */
const WINDOW = 1

/** A secret of 160 random bits, as RFC 4226 recommends; base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The secret for a QR code, with six digits every 30 seconds: what all apps understand. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_S }).toString()

/** The time step of which it is the code, among the present one and its neighbours; undefined when it is of none. */
export function stepOfCode(secret: string, text: string, now: number): number | undefined {
  const token = text.replace(/\s+/g, '')
  if (!CODE.test(token)) return undefined
  const delta = new TOTP({ secret, period: PERIOD_S }).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta
}
