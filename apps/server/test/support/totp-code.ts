import { TOTP } from 'otpauth'

/** The code of an authenticator app with this secret at a time. */
export const totpCode = (secret: string, timestamp: number): string => new TOTP({ secret }).generate({ timestamp })
