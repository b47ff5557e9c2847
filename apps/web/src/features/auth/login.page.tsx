import { lazy, useState } from 'react'
import { LoginForm } from './login-form.tsx'
import type { Unverified } from './unverified-notice.tsx'

const UnverifiedNotice = lazy(() =>
  import('./unverified-notice.tsx').then((module) => ({ default: module.UnverifiedNotice })),
)

/** Login: the form, or what to do when the server says that the address is not verified yet. */
export function LoginPage() {
  const [unverified, setUnverified] = useState<Unverified | null>(null)
  return (
    <>
      <title>Login · Plimsoll</title>
      {unverified === null ? (
        <LoginForm onUnverified={setUnverified} />
      ) : (
        <UnverifiedNotice {...unverified} onBack={() => setUnverified(null)} />
      )}
    </>
  )
}
