const KEY = 'registration-browser'
const BYTES = 16

/** What this browser says at a registration, to be known again when the link in the mail is opened. Undefined where it keeps nothing. */
export function browserKey(): string | undefined {
  try {
    const key = localStorage.getItem(KEY) ?? newKey()
    localStorage.setItem(KEY, key)
    return key
  } catch {
    // Private windows may refuse storage. Then the link asks for the password.
    return undefined
  }
}

/** What it said, empty if nothing. */
export function keptBrowserKey(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
