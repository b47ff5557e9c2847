import { lazy, useState } from 'react'
import { LoginForm } from './login-form.tsx'
import type { NextStep } from './login-next.tsx'

const LoginNext = lazy(() => import('./login-next.tsx').then((module) => ({ default: module.LoginNext })))

/** Login: the form, or what the server asks for after the right password. */
export function LoginPage() {
  const [next, setNext] = useState<NextStep | null>(null)
  return (
    <>
      <title>Login · Plimsoll</title>
      {next ? <LoginNext {...next} onBack={() => setNext(null)} /> : <LoginForm onNext={setNext} />}
    </>
  )
}
