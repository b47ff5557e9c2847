import { Button } from '@mantine/core'
import { useState } from 'react'
import { PasswordInput } from '../../shared/password/password-input.tsx'
import classes from './shared-flow.module.css'
import { Frame } from './shared-flow-frame.tsx'

interface PasswordFormProps {
  readonly open: { readonly isPending: boolean; readonly mutate: (password: string) => void }
  readonly refusal: string | null
}

/** Asks for the password of a link. Most links have none, so that its code comes when it is asked for. */
export function LinkPasswordForm({ open, refusal }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  return (
    <Frame>
      <form
        className={classes.alone}
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '' && !open.isPending) open.mutate(password)
        }}
      >
        <title>Password needed · Plimsoll</title>
        <h1>This flow needs a password</h1>
        <PasswordInput
          className={classes.password ?? ''}
          label="Password"
          autoComplete="off"
          data-autofocus
          value={password}
          error={refusal}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={open.isPending}>
          Open
        </Button>
      </form>
    </Frame>
  )
}
