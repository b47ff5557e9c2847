import { useState } from 'react'
import { LoginForm } from './login-form.tsx'
import { UnverifiedNotice } from './unverified-notice.tsx'

/** Login: the form, or what to do when the server says that the address is not verified yet. */
export function LoginPage() {
  const [unverifiedEmail, setUnverifiedEmail] = useState<string | null>(null)
  return (
    <>
      <title>Login · Plimsoll</title>
      {unverifiedEmail === null ? (
        <LoginForm onUnverified={setUnverifiedEmail} />
      ) : (
        <UnverifiedNotice email={unverifiedEmail} onBack={() => setUnverifiedEmail(null)} />
      )}
    </>
  )
}
