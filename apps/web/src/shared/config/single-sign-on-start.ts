import { device } from '../../stores/device.ts'

interface Wish {
  /** Whether the session is to last. */
  readonly remember?: boolean
  /** Whether the provider must ask who is there. */
  readonly confirm?: boolean
}

/** The address at which single sign-on begins. It says which browser this is, as a login by password does. */
export function singleSignOnStart({ remember, confirm }: Wish): string {
  const wish = { ...device(), ...(remember && { remember: '1' }), ...(confirm && { confirm: '1' }) }
  return `/api/auth/oidc/start?${new URLSearchParams(wish)}`
}
