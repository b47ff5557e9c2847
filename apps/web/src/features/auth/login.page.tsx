import { lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { hasAccount } from '../../shared/config/origin.ts'
import { LoginForm, loginNext } from './login-form.tsx'
import type { NextStep } from './login-next.tsx'

const LoginNext = lazy(() => loginNext().then((module) => ({ default: module.LoginNext })))

/** Login: the form, or what the server asks for after the right password. */
export function LoginPage() {
  // Null: who saw it has come back from it.
  const [next, setNext] = useState<NextStep | null>()
  const { state } = useLocation()
  return (
    <>
      <title>Login · Plimsoll</title>
      {next ? (
        <LoginNext {...next} onBack={() => setNext(null)} />
      ) : (
        <LoginForm isPlainVisit={next === undefined && !hasAccount(state)} onNext={setNext} />
      )}
    </>
  )
}
