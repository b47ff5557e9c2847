import { lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { hasAccount } from '../../shared/config/origin.ts'
import { LoginForm } from './login-form.tsx'
import type { Unverified } from './unverified-notice.tsx'

const UnverifiedNotice = lazy(() =>
  import('./unverified-notice.tsx').then((module) => ({ default: module.UnverifiedNotice })),
)

/** Login: the form, or what to do when the server says that the address is not verified yet. */
export function LoginPage() {
  // Null: who saw it has come back from it.
  const [unverified, setUnverified] = useState<Unverified | null>()
  const { state } = useLocation()
  return (
    <>
      <title>Login · Plimsoll</title>
      {unverified ? (
        <UnverifiedNotice {...unverified} onBack={() => setUnverified(null)} />
      ) : (
        <LoginForm isPlainVisit={unverified === undefined && !hasAccount(state)} onUnverified={setUnverified} />
      )}
    </>
  )
}
