import { zodResolver } from '@hookform/resolvers/zod'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type LoginRequest, loginSchema } from '@plimsoll/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { login, siteConfigQuery } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { beginSession } from '../../stores/session.ts'
import classes from './auth.module.css'

const empty: LoginRequest = { email: '', password: '' }

/** Email and password. In demo mode the server names the account that the form is filled with. */
export function LoginForm({ onUnverified }: { onUnverified: (email: string) => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { data: site } = useQuery(siteConfigQuery)
  const { register, handleSubmit, formState, reset, setError } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: empty,
  })
  const { isDirty } = formState

  useEffect(() => {
    if (site?.demo && !isDirty) reset(site.demo)
  }, [site, isDirty, reset])

  const signIn = useMutation({
    mutationFn: login,
    onMutate: () => setFailure(null),
    onSuccess: (token) => {
      toast.success('Logged in successfully!')
      beginSession(token)
    },
    onError: (error, { email }) => {
      if (asRequestError(error).type === 'auth/email-unverified') onUnverified(email)
      else setFailure(showOnFields(error, ['email', 'password'], setError))
    },
  })

  return (
    <section className={classes.card}>
      <header className={classes.heading}>
        <h1 className={classes.title}>Welcome Back</h1>
        <p className={classes.subtitle}>Sign in to your account</p>
      </header>
      {failure && (
        <Banner variant="error" onClose={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      <form className={classes.form} noValidate onSubmit={handleSubmit((values) => signIn.mutate(values))}>
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
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign In
        </Button>
      </form>
      {site?.demo && !isDirty && <p className={classes.hint}>A demo account, public and shared by everyone.</p>}
    </section>
  )
}
