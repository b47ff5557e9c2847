import type { OriginState } from './origin.ts'

const KEY = 'single-sign-on-origin'

/** Keeps the page that was asked for while the provider of single sign-on is shown. */
export function keepSingleSignOnOrigin(origin: OriginState | undefined): void {
  try {
    if (origin) sessionStorage.setItem(KEY, origin.from)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the library comes after the sign-in.
  }
}

/** The page that was asked for. */
export function singleSignOnOrigin(): OriginState | undefined {
  try {
    const from = sessionStorage.getItem(KEY)
    return from === null ? undefined : { from }
  } catch {
    return undefined
  }
}
