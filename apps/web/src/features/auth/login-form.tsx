import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { type LoginRequest, type LoginWithFactorsRequest, loginSchema } from '@plimsoll/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { login, siteConfigQuery } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { paths } from '../../shared/config/paths.ts'
import { Link } from '../../shared/navigation/link.tsx'
import { PasswordInput } from '../../shared/password/password-input.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { beginSession, useSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import type { NextStep } from './login-next.tsx'
import { StaySignedIn } from './stay-signed-in.tsx'

const SingleSignOn = lazy(() => import('./single-sign-on.tsx').then((module) => ({ default: module.SingleSignOn })))

/** What comes after the form. */
export const loginNext = () => import('./login-next.tsx')

const empty: LoginRequest = { email: '', password: '' }

interface LoginFormProps {
  /** Whether the form is filled with the credentials of the demo, where there is one. */
  readonly isPlainVisit: boolean
  readonly onNext: (next: NextStep) => void
}

/** Email and password, or a passkey. In demo mode the server names what the form is filled with. */
export function LoginForm({ isPlainVisit, onNext }: LoginFormProps) {
  const [failure, setFailure] = useState(whyEnded(useSession.getState().error))
  const { data: site } = useQuery(siteConfigQuery)
  const { register, handleSubmit, formState, getValues, resetField, setError } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: empty,
  })
  const { isDirty } = formState
  const demo = isPlainVisit ? site?.demo : null

  useEffect(() => {
    // As the fields are now: who types at once is faster than the state that this was rendered with.
    const isUntouched = Object.values(getValues()).every((typed) => typed === '')
    if (!demo || !isUntouched) return
    for (const name of ['email', 'password'] as const) resetField(name, { defaultValue: demo[name] })
    // Who is in a field already, about to type, replaces what it was filled with instead of adding to it.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  }, [demo, getValues, resetField])

  // Of the form, and of single sign-on in its place: which of them it is, the server may say after the tick.
  const [isRemembered, setIsRemembered] = useState(false)
  const signIn = useSubmission({
    // Without credentials by a passkey.
    mutationFn: (credentials: LoginWithFactorsRequest | undefined) =>
      credentials ? login(credentials) : loginNext().then((module) => module.signInWithPasskey(isRemembered)),
    onMutate: () => setFailure(null),
    onSuccess: (token) => {
      toast.success('Logged in successfully!')
      beginSession(token)
    },
    onError: (error, credentials) => {
      const { type, message, errors } = asRequestError(error)
      if (credentials && (errors.code || type === 'auth/email-unverified'))
        onNext({ credentials, message, asks: errors.code, hasPasskey: errors.passkey !== undefined })
      else setFailure(showOnFields(error, ['email', 'password'], setError))
    },
  })

  const other = site?.singleSignOn && (
    <Suspense>
      <SingleSignOn {...site.singleSignOn} isTicked={isRemembered} onTick={setIsRemembered} />
    </Suspense>
  )
  if (site?.singleSignOn?.isOnly) return other
  return (
    <AuthCard
      title="Welcome Back"
      subtitle="Sign in to your account"
      links={
        <>
          <span>
            New here? <Link to={paths.register}>Register</Link>
          </span>
          <Link to={paths.resendVerification}>Resend verification email</Link>
        </>
      }
    >
      {failure && (
        <Banner variant="error" onClose={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      <form
        className={classes.form}
        noValidate
        onSubmit={handleSubmit((values) => signIn.mutate({ ...values, remember: isRemembered }))}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...register('email')}
          error={formState.errors.email?.message}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...register('password')}
          error={formState.errors.password?.message}
        />
        <div className={classes.options}>
          <StaySignedIn isTicked={isRemembered} onTick={setIsRemembered} />
          <Link to={paths.forgotPassword}>Forgot password?</Link>
        </div>
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign In
        </Button>
      </form>
      {'PublicKeyCredential' in window && (
        <Button variant="default" fullWidth onClick={() => signIn.mutate(undefined)}>
          Use a passkey
        </Button>
      )}
      {other}
      {demo && !isDirty && <p className={classes.note}>A demo of your own, deleted when you log out.</p>}
    </AuthCard>
  )
}

/** How the server begins when it says why a session ended. */
const SESSION_ENDED = 'Your session has ended'

/** What somebody reads whose session the server has ended; null for everybody else. */
function whyEnded(message: string | null): string | null {
  if (message === null) return null
  const why = message.startsWith(SESSION_ENDED) ? message : `${SESSION_ENDED}.`
  return `${why} Log in to go on; unsaved work is kept on this device.`
}
