import { randomBytes } from 'node:crypto'

const HOW_MANY = 10
const LENGTH = 24
/** Digits and letters that look like no other, five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** Ten codes of 120 random bits each, such as 4m7k-q0zt-93vd-hx1c-2wy8-p6ra. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const code = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return code.replace(/.{4}(?=.)/g, '$&-')
  })
}

/** What somebody typed as a recovery code, in the form that is hashed; undefined when it cannot be one. */
export function asRecoveryCode(text: string): string | undefined {
  const code = text.toLowerCase().replace(/[\s-]+/g, '')
  return CODE.test(code) ? code : undefined
}
