import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { type RegisterRequest, registerFormSchema } from '@plimsoll/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { registerAccount } from '../../shared/api/auth.ts'
import { browserKey } from '../../shared/api/browser-key.ts'
import { showOnFields } from '../../shared/api/form-errors.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { NewPasswordInput } from '../../shared/password/new-password-input.tsx'
import { PasswordInput } from '../../shared/password/password-input.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { BackToLogin } from './back-to-login.tsx'

const CHECK_EMAIL = 'Registration successful, please check your email'
const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

interface RegisterFormProps {
  readonly title?: string
  /** Who may register. */
  readonly who: string
  /** The address where it is given. */
  readonly address?: string
  readonly send?: (registration: RegisterRequest) => Promise<string>
  /** What is said once the account is there. */
  readonly said?: string
  readonly onRegistered: (email: string) => void
}

/** Names, address, and the password twice. */
export function RegisterForm(props: RegisterFormProps) {
  const { title = 'Create Account', who, address, send = registerAccount, said = CHECK_EMAIL, onRegistered } = props
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError, control } = useForm({
    resolver: zodResolver(registerFormSchema),
    defaultValues: { ...empty, email: address ?? '' },
  })
  const { firstName, lastName, email, password } = useWatch({ control })
  const { errors } = formState

  const signUp = useSubmission({
    mutationFn: send,
    onMutate: () => setFailure(null),
    onSuccess: (registered) => {
      toast.success(said)
      onRegistered(registered)
    },
    onError: (error) => setFailure(showOnFields(error, ['firstName', 'lastName', 'email', 'password'], setError)),
  })

  return (
    <AuthCard
      title={title}
      subtitle={who}
      links={
        <span>
          Already have an account? <BackToLogin>Login</BackToLogin>
        </span>
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
        onSubmit={handleSubmit(({ confirmPassword: _, ...registration }) =>
          signUp.mutate({ ...registration, browser: browserKey() }),
        )}
      >
        <div className={classes.names}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            {...register('firstName')}
            error={errors.firstName?.message}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            {...register('lastName')}
            error={errors.lastName?.message}
          />
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          readOnly={address !== undefined}
          {...register('email')}
          error={errors.email?.message}
        />
        <NewPasswordInput
          label="Password"
          field={register('password')}
          value={password ?? ''}
          error={errors.password?.message}
          personal={[firstName ?? '', lastName ?? '', email ?? '']}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          {...register('confirmPassword')}
          error={errors.confirmPassword?.message}
        />
        <Button type="submit" fullWidth loading={signUp.isPending}>
          Create Account
        </Button>
      </form>
    </AuthCard>
  )
}
