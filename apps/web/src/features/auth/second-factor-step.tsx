import { Button, TextInput } from '@mantine/core'
import type { LoginWithFactorsRequest } from '@plimsoll/contract'
import { useState } from 'react'
import { login } from '../../shared/api/auth.ts'
import { asRequestError } from '../../shared/api/client.ts'
import { useSubmission } from '../../shared/api/use-submission.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { toast } from '../../shared/ui/toast.ts'
import { beginSession } from '../../stores/session.ts'
import classes from './auth.module.css'
import { AuthCard } from './auth-card.tsx'

/** A login whose password was right, and what the server asks for in addition. */
interface HalfLogin {
  readonly credentials: LoginWithFactorsRequest
  readonly asks: string
  /** Whether the account has one. */
  readonly hasPasskey: boolean
}

/** Asks for the second factor of an account: a code, or a passkey. */
export function SecondFactorStep({ credentials, asks, hasPasskey, onBack }: HalfLogin & { onBack: () => void }) {
  const [code, setCode] = useState('')
  const signIn = useSubmission({
    mutationFn: async (by: 'code' | 'passkey') => {
      if (by === 'code') return login({ ...credentials, code })
      const { signInWithPasskey } = await import('../../shared/passkeys/passkeys.ts')
      return signInWithPasskey(credentials.remember ?? false)
    },
    onSuccess: (token) => {
      toast.success('Logged in successfully!')
      beginSession(token)
    },
  })
  const { message, errors = {} } = signIn.isError ? asRequestError(signIn.error) : {}
  return (
    <AuthCard title="One more step" subtitle={asks}>
      {message && !errors.code && <Banner variant="error">{message}</Banner>}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate('code')
        }}
      >
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={errors.code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={signIn.isPending} disabled={code.trim() === ''}>
          Continue
        </Button>
      </form>
      {hasPasskey && 'PublicKeyCredential' in window && (
        <Button variant="default" fullWidth disabled={signIn.isPending} onClick={() => signIn.mutate('passkey')}>
          Use a passkey
        </Button>
      )}
      <Button variant="subtle" onClick={onBack}>
        Back to Login
      </Button>
    </AuthCard>
  )
}
